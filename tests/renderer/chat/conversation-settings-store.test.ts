import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest';
import { ok, type Failure } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import type { ConversationSettings } from '../../../electron/contract/history.ts';
import { createCall } from '../../../renderer/bridge/bridge.ts';
import type { OpenConversation, CurrentConversation } from '../../../renderer/chat/conversation-store.ts';
import { createConversationSettings } from '../../../renderer/chat/conversation-settings-store.ts';
import { createStore } from '../../../renderer/state/store.ts';
import { createFakeBridge } from '../fake-bridge.ts';
import { conversationWith } from './answers.ts';

const plain: ConversationSettings = { model: null, systemPrompt: '', parameters: {}, toolIds: [] };
const opened = (id: string, settings: ConversationSettings): OpenConversation => ({
  kind: 'open',
  conversation: conversationWith(id, { settings }),
  messages: [],
  hasOlder: false,
  hasNewer: false,
  scrollTarget: { kind: 'end' },
});

function setUp() {
  const fake = createFakeBridge();
  const shown = createStore<CurrentConversation>({ kind: 'new', id: 'n' });
  const failures: Failure[] = [];
  const store = createConversationSettings(createCall(fake), shown, (failure) => failures.push(failure));
  const saved = () => fake.requests.flatMap((request) => (request.kind === 'call' ? [request.input] : []));
  return { fake, shown, store, saved, failures };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the settings of the current conversation', () => {
  test('get a model that is chosen while it opens (catches a model saved to the conversation before)', () => {
    const { shown, store, saved } = setUp();
    const before = { ...plain, model: 'beta', toolIds: ['t1'] };
    shown.write(opened('a', before));
    store.change({ systemPrompt: 'Be brief.' });
    shown.write({ kind: 'opening', id: 'b' });
    store.change({ model: 'alpha' });
    store.change({ model: 'gamma' });
    store.change({ toolIds: ['t1', 't2'] });
    vi.advanceTimersByTime(1000);
    shown.write(opened('b', { ...plain, model: 'alpha', systemPrompt: 'Be polite.' }));
    const changed = { ...plain, model: 'gamma', systemPrompt: 'Be polite.' };
    expect(store.read()).toEqual(changed);
    vi.advanceTimersByTime(1000);
    expect(saved()).toEqual([
      { id: 'a', change: { settings: { ...before, systemPrompt: 'Be brief.' } } },
      { id: 'b', change: { settings: changed } },
    ]);
  });

  test.each<[string, CurrentConversation, ConversationSettings]>([
    ['another one', opened('c', plain), plain],
    ['the one before', opened('a', { ...plain, model: 'beta' }), { ...plain, model: 'beta' }],
    ['a new one', { kind: 'new', id: 'n' }, { ...plain, model: 'beta' }],
  ])('are not changed by a model that was chosen for one that did not open: %s', (_, next, settings) => {
    const { shown, store, saved } = setUp();
    shown.write(opened('a', { ...plain, model: 'beta' }));
    shown.write({ kind: 'opening', id: 'b' });
    store.change({ model: 'gamma' });
    shown.write(next);
    expect(store.read()).toEqual(settings);
    shown.write(opened('b', plain));
    expect(store.read()).toEqual(plain);
    vi.advanceTimersByTime(1000);
    expect(saved()).toEqual([]);
  });

  test('of a new conversation are not changed by a model that was chosen for one that did not open', () => {
    const { shown, store } = setUp();
    store.change({ model: 'beta' });
    shown.write({ kind: 'opening', id: 'b' });
    store.change({ model: 'gamma' });
    shown.write({ kind: 'new', id: 'n' });
    expect(store.read()).toEqual({ ...plain, model: 'beta' });
  });

  test('of a conversation that was just sent don’t get a model that was chosen for another one', () => {
    const { shown, store, saved } = setUp();
    store.markSent('beta');
    shown.write({ kind: 'opening', id: 'b' });
    store.change({ model: 'gamma' });
    shown.write(opened('n', { ...plain, model: 'beta' }));
    vi.advanceTimersByTime(1000);
    expect(store.read()).toEqual({ ...plain, model: 'beta' });
    expect(saved()).toEqual([]);
  });

  test('start with the last used model and are not saved for a new conversation (catches choosing it again each time)', () => {
    const { shown, store, saved } = setUp();
    shown.write(opened('a', { ...plain, model: 'beta', systemPrompt: 'Be brief.' }));
    shown.write({ kind: 'new', id: 'n' });
    expect(store.read()).toEqual({ ...plain, model: 'beta' });
    store.change({ systemPrompt: 'x' });
    vi.advanceTimersByTime(1000);
    expect(saved()).toEqual([]);
  });

  test('of a new conversation are kept while another is open (catches a typed system prompt lost by a look elsewhere)', () => {
    const { shown, store } = setUp();
    store.change({ systemPrompt: 'Be brief.' });
    store.change({ toolIds: ['t1'] });
    shown.write(opened('a', { ...plain, model: 'beta' }));
    expect(store.read()).toEqual({ ...plain, model: 'beta' });
    shown.write({ kind: 'new', id: 'n' });
    expect(store.read()).toEqual({ ...plain, model: 'beta', systemPrompt: 'Be brief.', toolIds: ['t1'] });
  });

  test('are saved once after a pause and survive an older event (catches letters that vanish)', async () => {
    const { fake, shown, store, saved } = setUp();
    shown.write(opened('a', plain));
    store.change({ systemPrompt: 'B' });
    store.change({ systemPrompt: 'Be' });
    shown.write(opened('a', plain));
    expect(store.read().systemPrompt).toBe('Be');
    await vi.advanceTimersByTimeAsync(400);
    expect(saved()).toEqual([{ id: 'a', change: { settings: { ...plain, systemPrompt: 'Be' } } }]);
    fake.answer(0, ok(conversationWith('a')));
  });

  test('survive an older event until the save is confirmed (catches the same)', async () => {
    const { fake, shown, store } = setUp();
    shown.write(opened('a', plain));
    store.change({ systemPrompt: 'Be' });
    await vi.advanceTimersByTimeAsync(400);
    store.change({ systemPrompt: 'Be brief' });
    await vi.advanceTimersByTimeAsync(400);
    fake.answer(0, ok(conversationWith('a')));
    await vi.advanceTimersByTimeAsync(0);
    shown.write(opened('a', { ...plain, systemPrompt: 'Be' }));
    expect(store.read().systemPrompt).toBe('Be brief');
    fake.answer(1, ok(conversationWith('a')));
    await vi.advanceTimersByTimeAsync(0);
    shown.write(opened('a', { ...plain, systemPrompt: 'Changed elsewhere' }));
    expect(store.read().systemPrompt).toBe('Changed elsewhere');
  });

  test('are saved again after a save failed, which is reported once (catches settings that are lost)', async () => {
    const { fake, shown, store, saved, failures } = setUp();
    shown.write(opened('a', plain));
    store.change({ systemPrompt: 'Be' });
    for (const nth of [0, 1]) {
      await vi.advanceTimersByTimeAsync(5000);
      expect(saved()).toHaveLength(nth + 1);
      fake.answer(nth, fail('unexpected'));
      await vi.advanceTimersByTimeAsync(0);
      shown.write(opened('a', plain));
      expect(store.read().systemPrompt).toBe('Be');
    }
    expect(failures).toHaveLength(1);
    shown.write(opened('b', plain));
    fake.answer(2, fail('unexpected'));
    await vi.advanceTimersByTimeAsync(0);
    shown.write(opened('a', plain));
    expect(store.read().systemPrompt).toBe('Be');
    await vi.advanceTimersByTimeAsync(5000);
    fake.answer(3, ok(conversationWith('a')));
    await vi.advanceTimersByTimeAsync(60_000);
    const own = { id: 'a', change: { settings: { ...plain, systemPrompt: 'Be' } } };
    expect(saved()).toEqual([own, own, own, own]);
  });

  test('are saved at once when another conversation is opened (catches the last word lost)', () => {
    const { shown, store, saved } = setUp();
    shown.write(opened('a', plain));
    store.change({ systemPrompt: 'Be' });
    shown.write(opened('b', plain));
    expect(saved()).toEqual([{ id: 'a', change: { settings: { ...plain, systemPrompt: 'Be' } } }]);
  });

  test('keep what was changed while a new conversation was being sent (catches typed text that is lost)', async () => {
    const { shown, store, saved } = setUp();
    store.change({ systemPrompt: 'Be brief.' });
    store.markSent('beta');
    const sent = store.read();
    store.change({ parameters: { maxTokens: 12 } });
    shown.write(opened('n', sent));
    const expected = { ...plain, systemPrompt: 'Be brief.', model: 'beta', parameters: { maxTokens: 12 } };
    expect(store.read()).toEqual(expected);
    await vi.advanceTimersByTimeAsync(400);
    expect(saved()).toEqual([{ id: 'n', change: { settings: expected } }]);
    shown.write({ kind: 'new', id: 'o' });
    expect(store.read()).toEqual({ ...plain, model: 'beta' });
  });

  test('are not saved again if nothing was changed while a new conversation was being sent', async () => {
    const { shown, store, saved } = setUp();
    store.markSent('beta');
    shown.write(opened('n', { ...plain, model: 'beta' }));
    await vi.advanceTimersByTimeAsync(400);
    expect(store.read()).toEqual({ ...plain, model: 'beta' });
    expect(saved()).toEqual([]);
  });
});
