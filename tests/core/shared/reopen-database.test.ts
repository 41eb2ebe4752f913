import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import { openTestHistory } from '../history/open-test-history.ts';

test('opens a database with a later call once the cause of a failure has passed (catches one failure that lasts until a restart)', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'history.db');
  await mkdir(file); // a folder in place of the file: a real failure, also for root
  const { history, failures } = await openTestHistory({ folder });
  const list = () => history.list({ shelf: 'current', limit: 5 });
  expect(await list()).toMatchObject({ ok: false, failure: { code: 'storage' } });
  await rmdir(file);
  await eventually(async () => expect(must(await list()).conversations).toEqual([]));
  expect(must(await history.putFolder({ name: 'Saved', replaces: null }))).toHaveLength(1);
  expect(failures).toHaveLength(1);
});

test('cleans up as soon as a full disk has space (catches an answer that stays running)', async () => {
  const first = await openTestHistory();
  const begin = { kind: 'chat', title: 'A', settings: plainConversationSettings } as const;
  const { id: conversationId } = must(await first.history.begin(begin));
  const { id } = must(await first.history.add({ conversationId, parentId: null, role: 'assistant', model: 'm', mode: 'proxy' }));
  const text = 'half an answer '.repeat(10_000);
  first.history.grow(id, [{ kind: 'part', index: 0, part: { kind: 'text', text } }]);
  await first.history.close();

  const full = path.join(first.folder, 'history.db.full');
  await writeFile(full, '');
  const workerUrl = new URL('../history/full-disk-worker.ts', import.meta.url);
  const { history, bugs } = await openTestHistory({ folder: first.folder, workerUrl });
  expect(must(await history.message(id))).toMatchObject({ state: 'running', answer: { parts: [{ text }] } });
  // a small write could succeed, but cleaning up later would end an answer that it starts
  expect(await history.begin(begin)).toMatchObject({ ok: false, failure: { reason: 'database-disk-full' } });
  expect(bugs).not.toEqual([]);

  await rm(full);
  expect(must(await history.message(id))).toMatchObject({ state: 'interrupted', answer: { parts: [{ text }] } });
  const { id: started } = must(await history.add({ conversationId, parentId: id, role: 'assistant', model: 'm', mode: 'proxy' }));
  expect(must(await history.message(started))).toMatchObject({ state: 'running' });
});
