import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import type { AnswerBody } from '../../../electron/core/history/repository/message-body.ts';
import { historyText } from '../../../electron/core/history/text.ts';
import { converse, endWith, openTestHistory } from './open-test-history.ts';
import { must } from '../../support/must.ts';

/** Changes an answer in the file, as a newer version may have written it. */
function rewrite(folder: string, messageId: string, change: (body: AnswerBody) => unknown): void {
  const db = new DatabaseSync(path.join(folder, 'history.db'));
  const row = db.prepare('SELECT body FROM message WHERE id = ?').get(messageId);
  const body = change(JSON.parse(String(row?.['body'])) as AnswerBody);
  db.prepare('UPDATE message SET body = ? WHERE id = ?').run(JSON.stringify(body), messageId);
  db.close();
}

const sentences = { message: 'The moon was in the way.', remedy: 'Wait.' };

test.each([
  [{ code: 'eclipse', reason: 'moon-in-the-way' }, 'unexpected'],
  [{ code: 'unreachable', reason: 'moon-in-the-way' }, 'unreachable'],
])('shows a newer version’s failure %j with its sentences and the text of the answer', async (newer, code) => {
  const { history, folder } = await openTestHistory();
  const { messages } = await converse(history, 'Bridges', [['How long?', 'Half']]);
  const { id = '' } = messages[1] ?? {};
  await history.close();
  rewrite(folder, id, (body) => ({ ...body, failure: { ...newer, params: {}, ...sentences } }));
  const again = await openTestHistory({ folder });
  expect(must(await again.history.message(id))).toMatchObject({
    answer: { parts: [{ kind: 'text', text: 'Half' }] },
    failure: { code, reason: 'recorded', params: sentences },
  });
});

test('shows what it can of a newer version’s answer', async () => {
  const { history, folder } = await openTestHistory();
  const { messages } = await converse(history, 'Bridges', [['How long?', 'Half']]);
  const { id = '' } = messages[1] ?? {};
  await history.close();
  const call = { kind: 'tool-call', id: 'a', name: 'f', arguments: '{}' };
  rewrite(folder, id, ({ answer, failure }) => ({
    answer: {
      ...answer,
      finish: 'bored',
      parts: [...answer.parts, { ...call, state: 'doubtful' }, { kind: 'song', text: 'La' }, { kind: 'picture', url: 'x' }],
    },
    failure,
  }));
  const again = await openTestHistory({ folder });
  expect(must(await again.history.message(id))).toMatchObject({
    answer: {
      finish: 'other',
      parts: [
        { kind: 'text', text: 'Half' },
        { ...call, state: 'unfinished' },
        { kind: 'notice', text: 'La' },
        { kind: 'notice', text: historyText.unknownPart },
      ],
    },
  });
});

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
