import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { converse, endWith, openTestHistory } from './open-test-history.ts';
import { must } from '../../support/must.ts';

// an earlier version shows an answer whose failure it can't read as unreadable
test('saves a failure with its sentences, and reads it without them', async () => {
  const { history, folder } = await openTestHistory();
  const { conversation } = await converse(history, 'Bridges', [['How long?', 'Very.']]);
  const answer = must(
    await history.add({ conversationId: conversation.id, parentId: null, role: 'assistant', model: 'alpha', mode: 'proxy' }),
  );
  const problem = failure('web-timeout', { host: 'lab.example', seconds: 5 });
  const finished = must(await history.finish({ messageId: answer.id, end: endWith('Half', { state: 'failed', failure: problem }) }));
  expect(finished).toMatchObject({ failure: problem });
  expect(must(await history.message(answer.id))).toMatchObject({ state: 'failed', failure: problem });
  await history.close();
  const db = new DatabaseSync(path.join(folder, 'history.db'), { readOnly: true });
  const row = db.prepare('SELECT body FROM message WHERE id = ?').get(answer.id);
  db.close();
  expect(JSON.parse(String(row?.['body']))).toMatchObject({ failure: { ...problem, ...describeFailure(problem) } });
});
