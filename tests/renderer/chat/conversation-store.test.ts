import { describe, expect, test } from 'vitest';
import { failed, ok, type Failure } from '../../../electron/contract/failure.ts';
import type { StoredMessage, MessagePage } from '../../../electron/contract/history.ts';
import { createBridge } from '../../../renderer/bridge/bridge.ts';
import { createConversationStore } from '../../../renderer/chat/conversation-store.ts';
import { createFakeBridge } from '../fake-bridge.ts';
import { conversationWith, storedAnswer, userMessage } from './answers.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const stretch = (id: string, messages: readonly StoredMessage[], change: Partial<MessagePage> = {}): MessagePage => ({
  conversation: conversationWith(id),
  messages,
  hasOlder: false,
  hasNewer: false,
  ...change,
});

function setUp() {
  const fake = createFakeBridge();
  const failures: Failure[] = [];
  const store = createConversationStore(createBridge(fake), (failure) => failures.push(failure));
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

describe('the shown conversation', () => {
  test('is the one that was asked for last (catches a slow one that replaces the newer)', async () => {
    const { store, answer, shown } = setUp();
    void store.open('one');
    void store.open('two');
    await answer(1, ok(stretch('two', [userMessage('b')])));
    await answer(0, ok(stretch('one', [userMessage('a')])));
    expect(shown()).toEqual(['b']);
  });

  test('stays in sight while its other branch is fetched (catches a flash at each switch)', async () => {
    const { store, answer, shown } = setUp();
    void store.open('c');
    await answer(0, ok(stretch('c', [userMessage('a')])));
    void store.open('c', 'a2');
    expect(shown()).toEqual(['a']);
    await answer(1, ok(stretch('c', [userMessage('a2')])));
    expect(store.read()).toMatchObject({ wish: { kind: 'message', id: 'a2' } });
  });

  test('grows by events of its own, not of others (catches an answer in the wrong conversation)', async () => {
    const { store, fake, answer, shown } = setUp();
    void store.open('c');
    await answer(0, ok(stretch('c', [userMessage('a')])));
    fake.send(
      { event: 'chat.message', payload: storedAnswer('b', { parentId: 'a', state: 'running' }) },
      { event: 'chat.message', payload: storedAnswer('x', { conversationId: 'other', parentId: 'a' }) },
    );
    expect(shown()).toEqual(['a', 'b']);
  });

  test('wishes for the end when the user said something, not when a tool did (catches a view torn from its reader)', async () => {
    const { store, fake, answer } = setUp();
    void store.open('c');
    await answer(0, ok(stretch('c', [userMessage('a')])));
    const wish = () => {
      const now = store.read();
      return now.kind === 'open' ? now.wish : undefined;
    };
    const before = wish();
    fake.send({ event: 'chat.message', payload: storedAnswer('b', { parentId: 'a' }) });
    expect(wish()).toBe(before);
    fake.send({ event: 'chat.message', payload: userMessage('d', { parentId: 'b' }) });
    expect(wish()).not.toBe(before);
  });

  test('asks for older messages once at a time and puts them in front (catches doubled pages)', async () => {
    const { store, fake, answer, shown } = setUp();
    void store.open('c');
    await answer(0, ok(stretch('c', [userMessage('z')], { hasOlder: true })));
    void store.loadOlder();
    void store.loadOlder();
    expect(fake.requests.filter((request) => request.kind === 'call' && request.route === 'history.older')).toHaveLength(1);
    await answer(1, ok(stretch('c', [userMessage('y')])));
    expect(shown()).toEqual(['y', 'z']);
    void store.loadOlder();
    expect(fake.requests).toHaveLength(2);
  });

  test('comes whole when it is looked through, and a page that fails ends that (catches a search that asks for ever)', async () => {
    const { store, fake, answer, shown, failures } = setUp();
    void store.open('c');
    await answer(0, ok(stretch('c', [userMessage('m')], { hasOlder: true, hasNewer: true })));
    const all = store.loadAll(new AbortController().signal);
    await answer(1, ok(stretch('c', [userMessage('l')])));
    await answer(2, failed('storage', 'No.', 'Try.'));
    await all;
    expect(shown()).toEqual(['l', 'm']);
    expect(failures).toHaveLength(1);
    expect(fake.requests).toHaveLength(3);
  });

  test('drops a page of a branch that was left meanwhile (catches a mix of two branches)', async () => {
    const { store, answer, shown } = setUp();
    void store.open('c');
    await answer(0, ok(stretch('c', [userMessage('z')], { hasOlder: true })));
    void store.loadOlder();
    void store.open('c', 'other');
    await answer(1, ok(stretch('c', [userMessage('y')])));
    await answer(2, ok(stretch('c', [userMessage('other')])));
    expect(shown()).toEqual(['other']);
  });

  test('says why it could not be opened (catches an empty page without a word)', async () => {
    const { store, answer } = setUp();
    void store.open('c');
    await answer(0, failed('storage', 'No.', 'Try.'));
    expect(store.read()).toMatchObject({ kind: 'failed', id: 'c', failure: { message: 'No.' } });
  });

  test('makes room for a new one when it is deleted for good (catches writing into nothing)', async () => {
    const { store, fake, answer, shown } = setUp();
    void store.open('c');
    await answer(0, ok(stretch('c', [userMessage('a')])));
    fake.send({ event: 'history.purged', payload: ['c'] });
    expect(shown()).toBe('new');
  });
});
