import { describe, expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { createBridge } from '../../../renderer/bridge/bridge.ts';
import { createConversationList } from '../../../renderer/conversations/conversation-list.ts';
import { createConversationSelection } from '../../../renderer/conversations/history.ts';
import { conversationWith } from '../chat/answers.ts';
import { createFakeBridge } from '../fake-bridge.ts';

async function setUp() {
  const fake = createFakeBridge();
  const list = createConversationList(createBridge(fake));
  const marks = createConversationSelection(list);
  const page = { conversations: ['a', 'b', 'c', 'd'].map((id, at) => conversationWith(id, { updatedAt: 9 - at })), next: null };
  const call = fake.requests.find((request) => request.kind === 'call' && request.route === 'history.list');
  fake.answer(call?.kind === 'call' ? call.id : -1, ok(page));
  await new Promise(setImmediate);
  return { fake, list, marks, ids: () => marks.read().map(({ id }) => id) };
}

describe('the selection', () => {
  test('is in list order, whatever the order of selecting', async () => {
    const { marks, ids } = await setUp();
    marks.toggle('c');
    marks.toggle('a');
    expect(ids()).toEqual(['a', 'c']);
    marks.toggle('c');
    expect(ids()).toEqual(['a']);
  });

  test('extends from its anchor and shrinks again (catches one too many that goes to the trash)', async () => {
    const { marks, ids } = await setUp();
    marks.extendTo('c', 'b');
    marks.extendTo('d', 'c');
    expect(ids()).toEqual(['b', 'c', 'd']);
    marks.extendTo('c', 'd');
    expect(ids()).toEqual(['b', 'c']);
    marks.extendTo('a', 'c');
    expect(ids()).toEqual(['a', 'b']);
  });

  test('drops conversations that leave the list and updates changed ones (catches an action on what is out of sight)', async () => {
    const { fake, marks, ids } = await setUp();
    marks.selectAll();
    fake.send({ event: 'history.changed', payload: [conversationWith('b', { trashedAt: 1 }), conversationWith('d', { title: 'New' })] });
    fake.send({ event: 'history.purged', payload: ['a'] });
    expect(ids()).toEqual(['c', 'd']);
    expect(marks.read()[1]?.title).toBe('New');
    marks.clear();
    expect(ids()).toEqual([]);
  });
});
