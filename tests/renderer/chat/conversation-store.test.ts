import { describe, expect, test } from 'vitest';
import { ok, type Failure } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import type { StoredMessage, MessagePage } from '../../../electron/contract/history.ts';
import { createBridge } from '../../../renderer/bridge/bridge.ts';
import { createConversationStore, withMessage, withPage, type MessageWindow } from '../../../renderer/chat/conversation-store.ts';
import { createFakeBridge } from '../fake-bridge.ts';
import { conversationWith, storedAnswer, userMessage } from './answers.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const page = (id: string, messages: readonly StoredMessage[], change: Partial<MessagePage> = {}): MessagePage => ({
  conversation: conversationWith(id),
  messages,
  hasOlder: false,
  hasNewer: false,
  ...change,
});

function setUp() {
  const fake = createFakeBridge();
  const failures: Failure[] = [];
  const store = createConversationStore(createBridge(fake), (failure) => failures.push(failure), 'n');
  const answer = async (nth: number, value: unknown) => {
    fake.answer(nth, value);
    await settled();
  };
  const shown = () => {
    const now = store.read();
    return now.kind === 'open' ? now.messages.map(({ id }) => id) : now.kind;
  };
  return { fake, store, failures, answer, shown };
}

describe('the current conversation', () => {
  test('applies what changed while it was opened (catches an answer that waits forever, because its end came before the page)', async () => {
    const { store, fake, answer, shown } = setUp();
    void store.open('c');
    await settled();
    const running = storedAnswer('a', { parentId: 'u', state: 'running' });
    fake.send(
      { event: 'chat.message', payload: { ...running, state: 'complete' } },
      { event: 'chat.message', payload: storedAnswer('elsewhere', { parentId: 'other branch' }) },
    );
    await answer(0, ok(page('c', [userMessage('u'), running])));
    expect(shown()).toEqual(['u', 'a']);
    expect(store.read()).toMatchObject({ messages: [{ id: 'u' }, { id: 'a', state: 'complete' }] });
  });

  test('is the last requested one (catches a slow one that replaces the newer)', async () => {
    const { store, answer, shown } = setUp();
    void store.open('one');
    void store.open('two');
    await answer(1, ok(page('two', [userMessage('b')])));
    await answer(0, ok(page('one', [userMessage('a')])));
    expect(shown()).toEqual(['b']);
  });

  test('stays visible while its other branch is loading (catches a flash at each switch)', async () => {
    const { store, answer, shown } = setUp();
    void store.open('c');
    await answer(0, ok(page('c', [userMessage('a')])));
    void store.open('c', 'a2');
    expect(shown()).toEqual(['a']);
    await answer(1, ok(page('c', [userMessage('a2')])));
    expect(store.read()).toMatchObject({ scrollTarget: { kind: 'message', id: 'a2' } });
  });

  test('ignores events of other conversations (catches an answer in the wrong conversation)', async () => {
    const { store, fake, answer, shown } = setUp();
    void store.open('c');
    await answer(0, ok(page('c', [userMessage('a')])));
    fake.send(
      { event: 'chat.message', payload: storedAnswer('b', { parentId: 'a', state: 'running' }) },
      { event: 'chat.message', payload: storedAnswer('x', { conversationId: 'other', parentId: 'a' }) },
    );
    expect(shown()).toEqual(['a', 'b']);
  });

  test('scrolls to the end for a message of the user, not of a tool (catches a view torn from its reader)', async () => {
    const { store, fake, answer } = setUp();
    void store.open('c');
    await answer(0, ok(page('c', [userMessage('a')])));
    const scrollRequest = () => {
      const now = store.read();
      return now.kind === 'open' ? now.scrollTarget : undefined;
    };
    const before = scrollRequest();
    fake.send({ event: 'chat.message', payload: storedAnswer('b', { parentId: 'a' }) });
    expect(scrollRequest()).toBe(before);
    fake.send({ event: 'chat.message', payload: userMessage('d', { parentId: 'b' }) });
    expect(scrollRequest()).not.toBe(before);
  });

  test('stays on the version the user switched to when another one ends (catches a view pulled back to its branch)', async () => {
    const { store, fake, answer, shown } = setUp();
    const siblings = ['b', 'a'];
    const running = storedAnswer('a', { parentId: 'u', siblings, state: 'running' });
    void store.open('c');
    await answer(0, ok(page('c', [userMessage('u'), storedAnswer('b', { parentId: 'u' })])));
    fake.send({ event: 'chat.message', payload: running });
    expect(shown()).toEqual(['u', 'a']);
    void store.open('c', 'b');
    await answer(1, ok(page('c', [userMessage('u'), storedAnswer('b', { parentId: 'u', siblings })])));
    const before = store.read();
    fake.send({ event: 'chat.message', payload: { ...running, state: 'complete' } });
    expect(store.read()).toBe(before);
  });

  test('loads one older page at a time and prepends it (catches doubled pages)', async () => {
    const { store, fake, answer, shown } = setUp();
    void store.open('c');
    await answer(0, ok(page('c', [userMessage('z')], { hasOlder: true })));
    void store.loadOlder();
    void store.loadOlder();
    expect(fake.requests.filter((request) => request.kind === 'call' && request.route === 'history.older')).toHaveLength(1);
    await answer(1, ok(page('c', [userMessage('y')])));
    expect(shown()).toEqual(['y', 'z']);
    void store.loadOlder();
    expect(fake.requests).toHaveLength(2);
  });

  test('loads everything for a search and stops when a page fails (catches a search that asks for ever)', async () => {
    const { store, fake, answer, shown, failures } = setUp();
    void store.open('c');
    await answer(0, ok(page('c', [userMessage('m')], { hasOlder: true, hasNewer: true })));
    const all = store.loadAll(new AbortController().signal);
    await answer(1, ok(page('c', [userMessage('l')])));
    await answer(2, fail('unexpected'));
    await all;
    expect(shown()).toEqual(['l', 'm']);
    expect(failures).toHaveLength(1);
    expect(fake.requests).toHaveLength(3);
  });

  test('drops a page of a branch that was left in the meantime (catches a mix of two branches)', async () => {
    const { store, answer, shown } = setUp();
    void store.open('c');
    await answer(0, ok(page('c', [userMessage('z')], { hasOlder: true })));
    void store.loadOlder();
    void store.open('c', 'other');
    await answer(1, ok(page('c', [userMessage('y')])));
    await answer(2, ok(page('c', [userMessage('other')])));
    expect(shown()).toEqual(['other']);
  });

  test('is loaded as a whole after a switch to another version (catches a search that never ends)', async () => {
    const { store, answer, shown } = setUp();
    void store.open('c');
    await answer(0, ok(page('c', [userMessage('z')], { hasOlder: true })));
    const all = store.loadAll(new AbortController().signal);
    void store.open('c', 'other');
    await answer(1, ok(page('c', [userMessage('y')])));
    await answer(2, ok(page('c', [userMessage('other')], { hasOlder: true })));
    await answer(3, ok(page('c', [userMessage('first')])));
    await all;
    expect(shown()).toEqual(['first', 'other']);
  });

  test('shows why it could not be opened (catches an empty page without a word)', async () => {
    const { store, answer } = setUp();
    void store.open('c');
    await answer(0, fail('unexpected'));
    expect(store.read()).toMatchObject({ kind: 'failed', id: 'c', failure: { reason: 'unexpected' } });
  });

  test('becomes a new conversation when it is purged (catches writing into nothing)', async () => {
    const { store, fake, answer, shown } = setUp();
    void store.open('c');
    await answer(0, ok(page('c', [userMessage('a')])));
    fake.send({ event: 'history.purged', payload: ['c'] });
    expect(shown()).toBe('new');
  });
});

const a = userMessage('a');
const b = storedAnswer('b', { parentId: 'a' });
const c = userMessage('c', { parentId: 'b' });
const whole: MessageWindow = { messages: [a, b, c], hasOlder: false, hasNewer: false };
const ids = ({ messages }: MessageWindow) => messages.map(({ id }) => id);

describe('adding or changing a message', () => {
  test('replaces its earlier version (catches an answer shown twice)', () => {
    const done = storedAnswer('b', { parentId: 'a', state: 'stopped' });
    expect(withMessage(whole, done).messages).toEqual([a, done, c]);
  });

  test('appends it when its parent is the last message', () =>
    expect(ids(withMessage(whole, storedAnswer('d', { parentId: 'c' })))).toEqual(['a', 'b', 'c', 'd']));

  test('starts another branch when its parent is not the last message (catches two answers in a row)', () =>
    expect(ids(withMessage(whole, storedAnswer('b2', { parentId: 'a', siblings: ['b', 'b2'] })))).toEqual(['a', 'b2']));

  test('inserts it before messages that follow it again, such as the result of an earlier tool call', () => {
    const moved = [storedAnswer('new', { parentId: 'a', siblings: ['new'] }), { ...b, parentId: 'new', siblings: ['b'] }, c];
    expect(ids(moved.reduce<MessageWindow>(withMessage, whole))).toEqual(['a', 'new', 'b', 'c']);
  });

  test('starts the conversation over when it has no parent (catches an edited first message that is lost)', () =>
    expect(ids(withMessage(whole, userMessage('a2', { siblings: ['a', 'a2'] })))).toEqual(['a2']));

  test('ignores it when the shown version lists it (catches a view pulled back to a branch the user left)', () => {
    const siblings = ['a', 'a2'];
    const left = { ...whole, messages: [userMessage('a', { siblings }), b, c] };
    expect(withMessage(left, userMessage('a2', { siblings }))).toBe(left);
  });

  test('ignores it when its parent is not loaded (catches a gap without a sign)', () => {
    const middle = { ...whole, hasNewer: true };
    expect(withMessage(middle, storedAnswer('z', { parentId: 'y' }))).toBe(middle);
    expect(withMessage(middle, storedAnswer('d', { parentId: 'c', siblings: ['d'] }))).toBe(middle);
  });
});

describe('adding a page', () => {
  test('joins pages before and after without duplicates (catches doubles at the seam)', () => {
    const older = withPage(
      { messages: [b, c], hasOlder: true, hasNewer: true },
      { messages: [a, b], hasOlder: false, hasNewer: true },
      'older',
    );
    expect(older).toEqual({ messages: [a, b, c], hasOlder: false, hasNewer: true });
    const newer = withPage(
      { messages: [a, b], hasOlder: true, hasNewer: true },
      { messages: [b, c], hasOlder: true, hasNewer: false },
      'newer',
    );
    expect(newer).toEqual({ messages: [a, b, c], hasOlder: true, hasNewer: false });
  });
});
