import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { searchRequestSchema, type SearchHit } from '../../../electron/contract/search.ts';
import { createCall } from '../../../renderer/bridge/bridge.ts';
import { createSearch, noFilters, toSearchRequest } from '../../../renderer/conversations/search-store.ts';
import { createFakeBridge } from '../fake-bridge.ts';

const hit = (title: string): SearchHit => ({
  conversationId: title,
  kind: 'chat',
  title,
  messageId: null,
  role: 'title',
  at: 0,
  excerpt: [],
});

function setUp() {
  const fake = createFakeBridge();
  const search = createSearch(createCall(fake), () => 0);
  const asked = () => fake.requests.flatMap((request) => (request.kind === 'call' ? [request] : []));
  return { fake, search, asked };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the search', () => {
  test('requests at once, and only the first and last of several changes (catches a question a letter of what is pasted)', async () => {
    const { search, asked } = setUp();
    search.setText('r');
    expect(asked().map(({ input }) => input)).toEqual([{ text: 'r', limit: 20 }]);
    search.setText('re');
    search.setText('red');
    search.setText('');
    search.setText('ref');
    await vi.advanceTimersByTimeAsync(1);
    expect(asked().map(({ input }) => input)).toEqual([
      { text: 'r', limit: 20 },
      { text: 'ref', limit: 20 },
    ]);
  });

  test('sends no request for a text that was cleared again (catches hits under an empty field)', async () => {
    const { search, asked } = setUp();
    search.setText('r');
    search.setText('re');
    search.setText('');
    await vi.advanceTimersByTimeAsync(1);
    expect(asked()).toHaveLength(1);
    expect(search.read()).toMatchObject({ state: 'idle', hits: [] });
  });

  test('shows the hits of the latest request and aborts older ones (catches hits for another word)', async () => {
    const { fake, search, asked } = setUp();
    search.setText('one');
    await vi.advanceTimersByTimeAsync(1);
    search.setText('two');
    await vi.advanceTimersByTimeAsync(1);
    expect(fake.requests.at(-2)).toMatchObject({ kind: 'cancel' });
    fake.answer(asked()[1]?.id ?? -1, ok({ hits: [hit('second')], next: null }));
    fake.answer(asked()[0]?.id ?? -1, ok({ hits: [hit('first')], next: null }));
    await vi.advanceTimersByTimeAsync(0);
    expect(search.read().hits).toEqual([hit('second')]);
  });

  test('fills up a short page (catches finds that are never asked for)', async () => {
    const { fake, search, asked } = setUp();
    search.setText('road');
    await vi.advanceTimersByTimeAsync(1);
    fake.answer(asked()[0]?.id ?? -1, ok({ hits: [hit('newest')], next: 'older' }));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()[1]?.input).toEqual({ text: 'road', limit: 60, cursor: 'older' });
    fake.answer(asked()[1]?.id ?? -1, ok({ hits: [hit('oldest')], next: null }));
    await vi.advanceTimersByTimeAsync(0);
    expect(search.read().hits.map(({ title }) => title)).toEqual(['newest', 'oldest']);
  });

  test('ends at once when the text is empty (catches hits that stay when the field is cleared)', async () => {
    const { fake, search, asked } = setUp();
    search.setText('one');
    await vi.advanceTimersByTimeAsync(1);
    search.setText(' ');
    fake.answer(asked()[0]?.id ?? -1, ok({ hits: [hit('late')], next: null }));
    await vi.advanceTimersByTimeAsync(0);
    expect(search.read()).toMatchObject({ state: 'idle', hits: [] });
  });

  test('sends no more of a long text than a search takes (catches “Search failed” after a page is pasted)', () => {
    const { text, ...rest } = toSearchRequest({ text: ` ${'word '.repeat(200)}`, filters: noFilters }, 0, null);
    expect(searchRequestSchema.safeParse({ text, ...rest }).success).toBe(true);
    expect(text).toBe('word '.repeat(100));
  });

  test('sends only the filters that are set (catches a folder called null)', () => {
    const day = 86_400_000;
    expect(toSearchRequest({ text: ' a ', filters: noFilters }, 0, null)).toEqual({ text: 'a', limit: 20 });
    expect(toSearchRequest({ text: 'a', filters: { model: 'm', folder: 'f', age: 'week' } }, 10 * day, 'x')).toEqual({
      text: 'a',
      limit: 60,
      model: 'm',
      folder: 'f',
      after: 3 * day,
      cursor: 'x',
    });
  });
});
