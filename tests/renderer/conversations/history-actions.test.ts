import { expect, test } from 'vitest';
import { z } from 'zod';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { createHistoryActions } from '../../../renderer/conversations/history-actions.ts';
import { conversationWith } from '../chat/answers.ts';
import { createFakeSession } from '../fake-session.ts';
import { conversationsText } from '../../../renderer/conversations/text.ts';

function jobIdOf(call: { readonly input: unknown } | undefined): string {
  return z.object({ jobId: z.string() }).parse(call?.input).jobId;
}

test('keeps several jobs apart, each with its own progress and Cancel (catches an export that shows another one’s progress)', async () => {
  const { session, fake, calls, answer } = await createFakeSession();
  const actions = createHistoryActions(session, { setFolders: () => undefined });
  const exporting = actions.exportAs(null, 'json');
  void actions.exportAs(['a'], 'json');
  const importing = actions.importFiles();
  void actions.emptyTrash();
  const [first, second] = calls('shell.exportConversations');
  const [third] = calls('shell.importConversations');
  fake.send({ event: 'history.progress', payload: { jobId: jobIdOf(first), done: 3, total: 9 } });
  fake.send({ event: 'history.progress', payload: { jobId: jobIdOf(second), done: 0, total: 1 } });
  fake.send({ event: 'history.progress', payload: { jobId: jobIdOf(third), done: 1, total: 2 } });
  expect(actions.jobs.read()).toMatchObject([
    { kind: 'export', done: 3, total: 9 },
    { kind: 'export', done: 0, total: 1 },
    { kind: 'import', done: 1, total: 2 },
    { kind: 'empty-trash', done: 0, total: 0 },
  ]);
  await answer('shell.importConversations', ok({ imported: 1, alreadyHere: 0, skipped: [] }));
  await importing;
  expect(actions.jobs.read()).toMatchObject([{ kind: 'export' }, { kind: 'export' }, { kind: 'empty-trash' }]);
  actions.jobs.read()[0]?.cancel();
  await exporting;
  expect(actions.jobs.read()).toMatchObject([{ kind: 'export', done: 0, total: 1 }, { kind: 'empty-trash' }]);
});

test('names what an import skipped (catches files that vanish without a word)', async () => {
  const { session, answer, toasts } = await createFakeSession();
  const actions = createHistoryActions(session, { setFolders: () => undefined });
  void actions.importFiles();
  await answer('shell.importConversations', ok({ imported: 1, alreadyHere: 0, skipped: ['notes.txt is no export.'] }));
  expect(toasts).toMatchObject([{ tone: 'error', title: conversationsText.files.imported(1), description: 'notes.txt is no export.' }]);
});

test('reports a change that could not be saved (catches a rename that did nothing)', async () => {
  const { session, answer, failures } = await createFakeSession();
  const actions = createHistoryActions(session, { setFolders: () => undefined });
  const renaming = actions.change('a', { title: 'New' });
  await answer('history.change', fail('unexpected'));
  expect(await renaming).toBe(false);
  expect(failures).toHaveLength(1);
});

test('moves conversations back to their own folders on Undo (catches three folders thrown into one)', async () => {
  const { session, answer, calls, toasts } = await createFakeSession();
  const actions = createHistoryActions(session, { setFolders: () => undefined });
  const conversations = [conversationWith('a', { folder: 'A' }), conversationWith('b'), conversationWith('c', { folder: 'C' })];
  void actions.move(conversations, 'C');
  await answer('history.move', ok(undefined));
  expect(toasts[0]?.title).toBe(conversationsText.toasts.moved(conversationsText.count(2), 'C'));
  toasts[0]?.action?.onSelect();
  await answer('history.move', ok(undefined));
  await answer('history.move', ok(undefined));
  expect(calls('history.move').map(({ input }) => input)).toEqual([
    { ids: ['a', 'b'], folder: 'C' },
    { ids: ['a'], folder: 'A' },
    { ids: ['b'], folder: null },
  ]);
});

test('restores a removed folder with its conversations on Undo (catches an empty folder of that name)', async () => {
  const { session, answer, calls, toasts } = await createFakeSession();
  const taken: unknown[] = [];
  const actions = createHistoryActions(session, { setFolders: (folders) => void taken.push(folders) });
  void actions.removeFolder('Lab');
  await answer('history.removeFolder', ok({ folders: [], ids: ['a', 'b'] }));
  expect(taken).toEqual([[]]);
  expect(toasts[0]?.title).toBe(conversationsText.toasts.folderDeleted('Lab', 2));
  toasts[0]?.action?.onSelect();
  expect(calls('history.move').map(({ input }) => input)).toEqual([{ ids: ['a', 'b'], folder: 'Lab' }]);
});

const { files } = conversationsText;

test.each([
  {
    imported: { imported: 0, alreadyHere: 0, skipped: ['Number 1: It is not valid JSON.'] },
    message: `${files.nothingImported}: ${files.chooseExport('Number 1: It is not valid JSON.')}`,
  },
  {
    imported: { imported: 0, alreadyHere: 3, skipped: [] },
    message: `${files.nothingNew}: ${files.allImported(3)}`,
  },
  {
    imported: { imported: 2, alreadyHere: 1, skipped: [] },
    message: `${files.imported(2)}: ${files.alreadyImported(1)}`,
  },
])('says that an import had nothing new and what to do, $message (catches “0 conversations imported”)', async ({ imported, message }) => {
  const { session, answer, toasts } = await createFakeSession();
  void createHistoryActions(session, { setFolders: () => undefined }).importFiles();
  await answer('shell.importConversations', ok(imported));
  expect(toasts.map(({ title, description }) => `${title}: ${description ?? ''}`)).toEqual([message]);
});

test('shows nothing when the user cancels an import (catches a message about a file that was never chosen)', async () => {
  const { session, answer, toasts } = await createFakeSession();
  void createHistoryActions(session, { setFolders: () => undefined }).importFiles();
  await answer('shell.importConversations', ok({ imported: 0, alreadyHere: 0, skipped: [] }));
  expect(toasts).toEqual([]);
});
