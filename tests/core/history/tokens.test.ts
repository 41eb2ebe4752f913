import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { StoredAnswer } from '../../../electron/contract/history.ts';
import type { Token } from '../../../electron/contract/tokens.ts';
import type { History } from '../../../electron/core/history/history.ts';
import { must } from '../../support/must.ts';
import { answerOf, endWith, openTestHistory } from './open-test-history.ts';

const token = (number: number, kind: Token['kind'] = 'content'): Token => ({
  text: `t${number}`,
  logprob: -1 - number,
  alternatives: [{ text: `t${number}`, logprob: -1 - number }],
  kind,
});
const tokens = (count: number, from = 0): readonly Token[] => Array.from({ length: count }, (_, index) => token(from + index));

async function startAnswer(history: History): Promise<StoredAnswer> {
  const create = { title: 'Text', folder: undefined };
  const turn = { conversationId: 'c', create, kind: 'notebook', settings: plainConversationSettings, model: 'm' } as const;
  return must(await history.startTurn({ ...turn, question: { text: 'Once', attachments: [] } })).answer;
}

const readAll = async (history: History, messageId: string): Promise<readonly Token[]> =>
  must(await history.tokens({ messageId, from: 0, limit: 20_000, withAlternatives: true })).tokens;

/** Returns the names of the tables that aren't empty. Measurements are of models, and stay. */
function filledTables(folder: string): readonly unknown[] {
  const db = new DatabaseSync(path.join(folder, 'history.db'), { readOnly: true });
  const tables = db.prepare(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT IN ('sqlite_schema', 'measurement')",
  );
  const names = tables.all().map(({ name }) => name);
  const filled = names.filter((name) => db.prepare(`SELECT 1 FROM ${String(name)} LIMIT 1`).get() !== undefined);
  db.close();
  return filled;
}

test('returns any page of an answer’s tokens, whether it was written in pieces or at once', async () => {
  const { history } = await openTestHistory();
  const { id: messageId } = await startAnswer(history);
  const check = async (): Promise<void> => {
    expect(await readAll(history, messageId)).toEqual(tokens(1000));
    for (const [from, limit] of [
      [0, 1],
      [255, 2],
      [256, 256],
      [990, 50],
      [1000, 5],
      [5000, 5],
    ] as const) {
      const page = must(await history.tokens({ messageId, from, limit, withAlternatives: true }));
      expect(page).toEqual({ total: 1000, tokens: tokens(1000).slice(from, from + limit) });
    }
  };
  for (let from = 0; from < 1000; from += 40) history.grow(messageId, [], tokens(40, from));
  must(await history.finish({ messageId, end: endWith('Once') })); // without tokens of its own, so that those written before stay
  await check();
  must(await history.resume(messageId));
  const answer = answerOf([{ kind: 'text', text: 'Once' }], { logprobs: tokens(1000) });
  const finished = must(await history.finish({ messageId, end: { ...endWith(''), answer } }));
  expect(finished.answer).toMatchObject({ logprobs: null, tokenCount: 1000 });
  await check();
});

test('replaces the tokens written before by those that an answer brings, such as with other kinds', async () => {
  const { history } = await openTestHistory();
  const { id: messageId } = await startAnswer(history);
  history.grow(messageId, [], tokens(3));
  const answer = answerOf([], { logprobs: [token(0, 'reasoning')] });
  must(await history.finish({ messageId, end: { ...endWith(''), answer } }));
  expect(await readAll(history, messageId)).toEqual([token(0, 'reasoning')]);
});

test('counts the tokens of a running answer, and keeps them if the program ends', async () => {
  const first = await openTestHistory();
  const { id: messageId } = await startAnswer(first.history);
  first.history.grow(messageId, [{ kind: 'part', index: 0, part: { kind: 'text', text: 't0' } }], tokens(1));
  expect(await readAll(first.history, messageId)).toEqual(tokens(1)); // at once, not at the next write
  await first.history.close();
  const { history } = await openTestHistory({ folder: first.folder });
  expect(must(await history.message(messageId))).toMatchObject({ state: 'interrupted', answer: { tokenCount: 1, logprobs: null } });
  expect(await readAll(history, messageId)).toEqual(tokens(1));
});

test('removes tokens with their conversation, and has none for other messages', async () => {
  const { history, folder } = await openTestHistory();
  const answer = await startAnswer(history);
  history.grow(answer.id, [], tokens(5));
  must(await history.finish({ messageId: answer.id, end: endWith('x') }));
  expect(must(await history.tokens({ messageId: answer.parentId ?? '', from: 0, limit: 5, withAlternatives: true }))).toEqual({
    total: 0,
    tokens: [],
  });
  expect(filledTables(folder)).toContain('token_block');
  must(await history.trash({ ids: ['c'] }));
  must(await history.purge({ ids: ['c'] }));
  expect(await history.tokens({ messageId: answer.id, from: 0, limit: 5, withAlternatives: true })).toMatchObject({ ok: false });
  expect(filledTables(folder)).toEqual([]);
});

test('maps all branches of a conversation, without switching the one in use', async () => {
  const { history } = await openTestHistory();
  const answer = await startAnswer(history);
  must(await history.finish({ messageId: answer.id, end: endWith('x'.repeat(200)) }));
  const text = {
    conversationId: 'c',
    kind: 'notebook',
    parentId: answer.id,
    question: { text: `${'long '.repeat(40)}end`, attachments: [] },
  } as const;
  const saved = must(await history.saveText(text));
  must(await history.deleteMessage({ messageId: saved.id }));
  const { nodes, leafId } = must(await history.tree({ id: 'c' }));
  expect(nodes.map(({ role, excerpt, state }) => [role, excerpt, state])).toEqual([
    ['user', 'Once', null],
    ['assistant', 'x'.repeat(80), 'complete'],
  ]);
  expect(leafId).toBe(answer.id);
  must(await history.restoreMessage({ messageId: saved.id }));
  const restored = must(await history.tree({ id: 'c' })).nodes.at(-1);
  expect(restored).toMatchObject({ id: saved.id, parentId: answer.id, model: null });
  expect(restored?.excerpt).toMatch(/long end$/);
  expect(await history.tree({ id: 'none' })).toMatchObject({ ok: false });
});
