import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { failure } from '../../../electron/contract/failures/fail.ts';
import type { AnswerBody } from '../../../electron/core/history/repository/message-body.ts';
import { converse, endWith, openTestHistory } from './open-test-history.ts';
import { must } from '../../support/must.ts';

test.each([
  { code: 'eclipse', reason: 'moon-in-the-way', params: {} },
  { code: 'unreachable', reason: 'moon-in-the-way', params: {} },
])('reads a failure that this version doesn’t have, %j, as unexpected (catches an answer that can’t be read)', async (unknown) => {
  const { history, folder } = await openTestHistory();
  const { messages } = await converse(history, 'Bridges', [['How long?', 'Half']]);
  const { id = '' } = messages[1] ?? {};
  await history.close();
  const db = new DatabaseSync(path.join(folder, 'history.db'));
  const row = db.prepare('SELECT body FROM message WHERE id = ?').get(id);
  const body = JSON.parse(String(row?.['body'])) as AnswerBody;
  db.prepare('UPDATE message SET body = ? WHERE id = ?').run(JSON.stringify({ ...body, failure: unknown }), id);
  db.close();
  const again = await openTestHistory({ folder });
  expect(must(await again.history.message(id))).toMatchObject({
    answer: { parts: [{ kind: 'text', text: 'Half' }] },
    failure: failure('unexpected'),
  });
});

test('reads a failure as it was saved', async () => {
  const { history } = await openTestHistory();
  const { conversation } = await converse(history, 'Bridges', [['How long?', 'Very.']]);
  const answer = must(
    await history.add({ conversationId: conversation.id, parentId: null, role: 'assistant', model: 'alpha', mode: 'proxy' }),
  );
  const problem = failure('web-timeout', { host: 'lab.example', seconds: 5 });
  const finished = must(await history.finish({ messageId: answer.id, end: endWith('Half', { state: 'failed', failure: problem }) }));
  expect(finished).toMatchObject({ failure: problem });
  expect(must(await history.message(answer.id))).toMatchObject({ state: 'failed', failure: problem });
});
