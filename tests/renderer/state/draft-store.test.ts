import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { failed } from '../../support/recorded-failure.ts';
import { createCall } from '../../../renderer/bridge/bridge.ts';
import { createDraftStore, saveNow } from '../../../renderer/state/draft-store.ts';
import { createFakeBridge } from '../fake-bridge.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function setUp() {
  const bridge = createFakeBridge();
  const page = new EventTarget();
  const store = createDraftStore(createCall(bridge), 'new-conversation', { page });
  bridge.answer(0, ok({ text: null }));
  await vi.runAllTimersAsync();
  const savedTexts = () =>
    bridge.requests.flatMap((request) =>
      request.kind === 'call' && request.route === 'drafts.keep' ? [(request.input as { text: string }).text] : [],
    );
  return { bridge, store, savedTexts, page };
}

describe('draft store', () => {
  describe('with text typed while the saved draft is read', () => {
    function typeEarly() {
      const bridge = createFakeBridge();
      const store = createDraftStore(createCall(bridge), 'new-conversation', { initialText: 'as it was', page: new EventTarget() });
      store.type('typed early');
      expect(store.read()).toEqual({ text: 'typed early', status: { kind: 'reading' } });
      return { bridge, store };
    }

    test('adds it to the saved draft, and saves both (catches keys that do nothing, and a draft lost to them)', async () => {
      const { bridge, store } = typeEarly();
      bridge.answer(0, ok({ text: 'saved before' }));
      await vi.advanceTimersByTimeAsync(0);
      expect(store.read()).toEqual({ text: 'saved before\n\ntyped early', status: { kind: 'unsaved' } });
      await vi.advanceTimersByTimeAsync(1000);
      expect(bridge.requests.at(-1)).toMatchObject({ route: 'drafts.keep', input: { text: 'saved before\n\ntyped early' } });
    });

    test('keeps it alone if none is saved or can be read', async () => {
      const none = typeEarly();
      none.bridge.answer(0, ok({ text: null }));
      await vi.advanceTimersByTimeAsync(0);
      expect(none.store.read()).toEqual({ text: 'typed early', status: { kind: 'unsaved' } });
      const broken = typeEarly();
      broken.bridge.answer(0, failed('storage', 'disk full'));
      await vi.advanceTimersByTimeAsync(0);
      expect(broken.store.read()).toMatchObject({ text: 'typed early', status: { kind: 'failed', during: 'reading' } });
    });
  });

  test('saves once typing pauses, not at every key (catches a write per keystroke)', async () => {
    const { store, savedTexts } = await setUp();
    for (const text of ['a', 'ab', 'abc']) {
      store.edit(text);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(savedTexts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(300);
    expect(savedTexts()).toEqual(['abc']);
  });

  test('saves once on `saveNow` before a reload (catches words typed a moment before)', async () => {
    const { bridge, store, savedTexts, page } = await setUp();
    saveNow(page);
    expect(savedTexts()).toEqual([]);
    store.edit('last words');
    saveNow(page);
    saveNow(page);
    page.dispatchEvent(new Event('pagehide'));
    expect(savedTexts()).toEqual(['last words']);
    bridge.answer(1, ok(undefined));
    await vi.advanceTimersByTimeAsync(1000);
    saveNow(page);
    expect(savedTexts()).toEqual(['last words']);
  });

  test('stays unsaved when the response to an older text arrives (catches a false "kept")', async () => {
    const { bridge, store } = await setUp();
    store.edit('old');
    store.flush();
    store.edit('old and new');
    bridge.answer(1, ok(undefined));
    await vi.advanceTimersByTimeAsync(0);
    expect(store.read()).toEqual({ text: 'old and new', status: { kind: 'unsaved' } });
  });

  test('reports a failed save, keeps the text and tries again (catches text lost with the error)', async () => {
    const { bridge, store, savedTexts } = await setUp();
    store.edit('precious');
    store.flush();
    bridge.answer(1, failed('storage', 'The disk is full.', 'Free some space.'));
    await vi.advanceTimersByTimeAsync(0);
    expect(store.read()).toMatchObject({ text: 'precious', status: { kind: 'failed', during: 'saving' } });
    store.flush();
    expect(savedTexts()).toEqual(['precious', 'precious']);
  });
});
