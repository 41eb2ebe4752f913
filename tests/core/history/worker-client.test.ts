import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import { converse, endWith, openTestHistory } from './open-test-history.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const workerUrl = new URL('./crashing-worker.ts', import.meta.url);

test('fails pending calls when the worker crashes, restarts it each time, and keeps answers running', async () => {
  const { history, failures } = await openTestHistory({ workerUrl });
  const { id: conversationId } = must(await history.begin({ kind: 'chat', title: 'A', settings: plainConversationSettings }));
  const { id } = must(await history.add({ conversationId, parentId: null, role: 'assistant', model: 'm', mode: 'proxy' }));
  const asked = [history.read('crash'), history.list({ shelf: 'current', limit: 5 })];
  for (const answer of await Promise.all(asked)) {
    expect(answer).toMatchObject({ ok: false, failure: { code: 'storage', reason: 'database-restarted' } });
  }
  expect(must(await history.message(id))).toMatchObject({ state: 'running' });
  history.grow(id, [{ kind: 'part', index: 0, part: { kind: 'text', text: 'still coming' } }]);
  await expect.poll(async () => must(await history.message(id))).toMatchObject({ answer: { parts: [{ text: 'still coming' }] } });
  expect(failures).toEqual([]);

  for (let again = 0; again < 3; again += 1) {
    expect(await history.read('crash')).toMatchObject({ ok: false });
    expect(must(await history.list({ shelf: 'current', limit: 5 })).conversations).toHaveLength(1);
  }
  expect(failures).toEqual([]);
});

test('keeps the tokens of an answer when their write fails (catches a gap in its tokens)', async () => {
  const { history } = await openTestHistory({ workerUrl });
  const { id: conversationId } = must(await history.begin({ kind: 'chat', title: 'A', settings: plainConversationSettings }));
  const { id: messageId } = must(await history.add({ conversationId, parentId: null, role: 'assistant', model: 'm', mode: 'proxy' }));
  const token = (text: string) => ({ text, logprob: -1, alternatives: [], kind: 'content' }) as const;
  const readTokens = () => history.tokens({ messageId, from: 0, limit: 5, withAlternatives: true });
  history.grow(messageId, [], [token('one')]);
  // the worker crashes before it gets the tokens
  const [crashed] = await Promise.all([history.read('crash'), readTokens()]);
  expect(crashed).toMatchObject({ ok: false });
  history.grow(messageId, [], [token('two')]);
  must(await history.finish({ messageId, end: endWith('onetwo') }));
  expect(must(await readTokens()).tokens).toEqual([token('one'), token('two')]);
});

test('pauses a worker that can’t start, and restarts it once the cause has passed', async () => {
  const folder = await temporaryFolder();
  const broken = path.join(folder, 'worker.ts');
  await writeFile(broken, 'process.exit(1);');
  const { history, failures, wait } = await openTestHistory({ workerUrl: pathToFileURL(broken) });
  const list = () => history.list({ shelf: 'current', limit: 5 });
  await expect.poll(() => failures).toMatchObject([{ reason: 'database-stopped' }]);
  expect(await list()).toMatchObject({ ok: false, failure: { reason: 'database-stopped' } });
  await writeFile(broken, `import ${JSON.stringify(new URL('../../../electron/core/history/history-worker.ts', import.meta.url).href)};`);
  expect(await list()).toMatchObject({ ok: false });
  wait(60_000);
  expect(must(await list()).conversations).toEqual([]);
  expect(failures).toHaveLength(1);
});

test('makes calls wait until the history is open, and refuses them after it is closed', async () => {
  const { history } = await openTestHistory();
  const [begun, listed] = await Promise.all([
    history.begin({ kind: 'chat', title: 'Early', settings: plainConversationSettings }),
    history.list({ shelf: 'current', limit: 5 }),
  ]);
  expect(begun.ok).toBe(true);
  expect(must(listed).conversations.map(({ title }) => title)).toEqual(['Early']);
  await history.close();
  expect(await history.folders()).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
});

test('writes all deltas before closing', async () => {
  const first = await openTestHistory();
  const { messages } = await converse(first.history, 'A', [['q', 'a']]);
  const id = messages[1]?.id ?? '';
  must(await first.history.resume(id));
  first.history.grow(id, [{ kind: 'append', index: 0, text: ' and more' }]);
  await first.history.close();
  const second = await openTestHistory({ folder: first.folder });
  expect(must(await second.history.message(id))).toMatchObject({ state: 'interrupted', answer: { parts: [{ text: 'a and more' }] } });
});
