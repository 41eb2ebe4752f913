import { expect, test } from 'vitest';
import { historyHandlers } from '../../../electron/core/handlers/handlers.ts';
import { converse, openTestHistory } from '../history/open-test-history.ts';

test('maps each history route to the operation of the same name', async () => {
  const { history } = await openTestHistory();
  const { conversation, messages } = await converse(history, 'Bridges', [
    ['How long?', 'Very.'],
    ['And high?', 'Less.'],
  ]);
  const handlers = historyHandlers(history);
  const context = { signal: new AbortController().signal };
  const { id } = conversation;
  const at = messages[1]?.id ?? '';
  expect(await handlers['history.list']({ shelf: 'current', limit: 5 }, context)).toMatchObject({ value: { conversations: [{ id }] } });
  expect(await handlers['history.open']({ id, at, limit: 2 }, context)).toMatchObject({
    value: { messages: [{}, { id: at }], hasNewer: true },
  });
  expect(await handlers['history.older']({ id, before: at, limit: 5 }, context)).toMatchObject({
    value: { messages: [{ text: 'How long?' }] },
  });
  expect(await handlers['history.newer']({ id, after: at, limit: 1 }, context)).toMatchObject({
    value: { messages: [{ text: 'And high?' }] },
  });
  expect(await handlers['history.change']({ id, change: { folder: 'Lab' } }, context)).toMatchObject({ value: { folder: 'Lab' } });
  expect(await handlers['history.folders'](undefined, context)).toMatchObject({ value: [{ name: 'Lab', conversations: 1 }] });
  expect(await handlers['history.models'](undefined, context)).toMatchObject({ value: ['alpha-R1'] });
  expect(await handlers['history.putFolder']({ name: 'Bay', replaces: 'Lab' }, context)).toMatchObject({ value: [{ name: 'Bay' }] });
  expect(await handlers['history.move']({ ids: [id], folder: null }, context)).toMatchObject({ ok: true });
  expect(await handlers['history.removeFolder']({ name: 'Bay' }, context)).toMatchObject({ value: { folders: [], ids: [] } });
  expect(await handlers['history.emptyTrash'](undefined, context)).toMatchObject({ ok: true });
  expect(await handlers['history.search']({ text: 'very', limit: 5 }, { signal: AbortSignal.abort() })).toMatchObject({
    failure: { code: 'cancelled' },
  });
  expect(await handlers['history.deleteMessage']({ messageId: at }, context)).toMatchObject({ ok: true });
  expect(await handlers['history.restoreMessage']({ messageId: at }, context)).toMatchObject({ ok: true });
  expect(await handlers['history.speeds'](undefined, context)).toMatchObject({ value: [{ model: 'alpha-R1', answers: 2 }] });
  expect(await handlers['history.trash']({ ids: [id] }, context)).toMatchObject({ ok: true });
  expect(await handlers['history.restore']({ ids: [id] }, context)).toMatchObject({ ok: true });
  expect(await handlers['history.purge']({ ids: [id] }, context)).toMatchObject({ ok: true });
  expect(await handlers['history.list']({ shelf: 'current', limit: 5 }, context)).toMatchObject({ value: { conversations: [] } });
});
