import { describe, expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { createBridge } from '../../../renderer/bridge/bridge.ts';
import { createConversationList } from '../../../renderer/conversations/conversation-list.ts';
import { conversationWith } from '../chat/answers.ts';
import { createFakeBridge } from '../fake-bridge.ts';

function setUp() {
  const fake = createFakeBridge();
  const list = createConversationList(createBridge(fake));
  const calls = (route: string) =>
    fake.requests.flatMap((request) => (request.kind === 'call' && request.route === route ? [request] : []));
  const answer = async (nth: number, value: unknown) => {
    fake.answer(calls('history.list')[nth]?.id ?? -1, value);
    await new Promise(setImmediate);
  };
  const ids = () => list.read().conversations.map(({ id }) => id);
  return { fake, list, calls, answer, ids };
}
const at = (id: string, updatedAt: number) => conversationWith(id, { updatedAt });

describe('the conversation list', () => {
  test('loads one page at a time (catches a page asked for twice)', async () => {
    const { list, calls, answer, ids } = setUp();
    await answer(0, ok({ conversations: [at('a', 9), at('b', 8)], next: 'x' }));
    list.loadMore();
    list.loadMore();
    expect(calls('history.list').map(({ input }) => input)).toEqual([
      { shelf: 'current', limit: 200 },
      { shelf: 'current', limit: 200, cursor: 'x' },
    ]);
    await answer(1, ok({ conversations: [at('c', 7)], next: null }));
    list.loadMore();
    expect(ids()).toEqual(['a', 'b', 'c']);
    expect(calls('history.list')).toHaveLength(2);
  });

  test('keeps the newer version of a conversation that changed while a page was loading (catches a title that falls back)', async () => {
    const { fake, answer, list, ids } = setUp();
    fake.send({ event: 'history.changed', payload: [{ ...at('a', 9), title: 'New' }] });
    await answer(0, ok({ conversations: [{ ...at('a', 9), title: 'Old' }, at('b', 8)], next: null }));
    expect(ids()).toEqual(['a', 'b']);
    expect(list.read().conversations[0]?.title).toBe('New');
  });

  test('shows the last chosen filter (catches the archive under the name of the trash)', async () => {
    const { list, answer, ids } = setUp();
    list.setFilter({ shelf: 'trash' });
    await answer(1, ok({ conversations: [at('t', 1)], next: null }));
    await answer(0, ok({ conversations: [at('a', 9)], next: null }));
    expect(ids()).toEqual(['t']);
  });

  test.each(['history.changed', 'history.purged'] as const)(
    'loads more when %s leaves a list too short to scroll (catches “No conversations yet” over those not loaded)',
    async (event) => {
      const { fake, calls, answer, ids } = setUp();
      await answer(0, ok({ conversations: [at('a', 9), at('b', 8)], next: 'x' }));
      const trashed = (id: string) => conversationWith(id, { trashedAt: 10 });
      if (event === 'history.changed') fake.send({ event, payload: [trashed('a'), trashed('b')] });
      else fake.send({ event, payload: ['a', 'b'] });
      expect(calls('history.list')).toHaveLength(2);
      await answer(1, ok({ conversations: [at('c', 7)], next: null }));
      expect(ids()).toEqual(['c']);
    },
  );

  test('shows why it could not be loaded (catches “No conversations yet” over 20,000 conversations)', async () => {
    const { list, answer } = setUp();
    await answer(0, fail('unexpected'));
    expect(list.read()).toMatchObject({ state: 'failed', failure: { reason: 'unexpected' } });
  });

  test('removes purged conversations', async () => {
    const { fake, answer, ids } = setUp();
    await answer(0, ok({ conversations: [at('a', 9), at('b', 8)], next: null }));
    fake.send({ event: 'history.purged', payload: ['a'] });
    expect(ids()).toEqual(['b']);
  });

  test('reloads the folders once for several changes (catches a count that stays behind, and a read a change)', async () => {
    const { fake, calls, list } = setUp();
    const folders = async (value: unknown) => {
      fake.answer(calls('history.folders').at(-1)?.id ?? -1, ok(value));
      await new Promise(setImmediate);
    };
    await folders([{ name: 'Lab', conversations: 1 }]);
    for (const id of ['a', 'b', 'c']) fake.send({ event: 'history.changed', payload: [at(id, 1)] });
    expect(calls('history.folders')).toHaveLength(2);
    await folders([{ name: 'Lab', conversations: 0 }]);
    expect(calls('history.folders')).toHaveLength(3);
    await folders([{ name: 'Lab', conversations: 3 }]);
    expect(list.folders.read()).toEqual([{ name: 'Lab', conversations: 3 }]);
    expect(calls('history.folders')).toHaveLength(3);
  });
});
