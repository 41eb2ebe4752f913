import { expect, test } from 'vitest';
import { failed, ok } from '../../../electron/contract/failure.ts';
import { createHistoryActions } from '../../../renderer/history/history-actions.ts';
import { conversationWith } from '../chat/answers.ts';
import { createFakeSession } from '../session-fake.ts';

test('what is put into the trash can be taken out at once (catches a slip of the key that costs a conversation)', async () => {
  const { session, answer, calls, toasts } = await createFakeSession();
  const actions = createHistoryActions(session, { takeFolders: () => undefined });
  void actions.trash([conversationWith('a')]);
  await answer('history.trash', ok(undefined));
  toasts[0]?.action?.onSelect();
  expect(calls('history.restore').map(({ input }) => input)).toEqual([{ ids: ['a'] }]);
});

test('a long export tells how far it is and can be cancelled without a word of failure (catches a window that waits)', async () => {
  const { session, fake, failures } = await createFakeSession();
  const actions = createHistoryActions(session, { takeFolders: () => undefined });
  const exporting = actions.exportAs(null, 'json');
  fake.send({ event: 'history.progress', payload: { job: 'export', done: 3, total: 9 } });
  expect(actions.job.read()).toMatchObject({ words: 'Exporting', done: 3, total: 9 });
  actions.job.read()?.cancel();
  await exporting;
  expect(fake.requests.at(-1)).toMatchObject({ kind: 'cancel' });
  expect(actions.job.read()).toBeNull();
  // The session's own report says nothing of what the user cancelled.
  expect(failures.map(({ code }) => code)).toEqual(['cancelled']);
});

test('what an import left out is named (catches files that vanish without a word)', async () => {
  const { session, answer, toasts } = await createFakeSession();
  const actions = createHistoryActions(session, { takeFolders: () => undefined });
  void actions.importFiles();
  await answer('shell.importConversations', ok({ imported: 1, skipped: ['notes.txt is no export.'] }));
  expect(toasts).toMatchObject([{ tone: 'error', title: '1 conversation imported', description: 'Left out: notes.txt is no export.' }]);
});

test('a change that could not be kept is told (catches a rename that did nothing)', async () => {
  const { session, answer, failures } = await createFakeSession();
  const actions = createHistoryActions(session, { takeFolders: () => undefined });
  const renaming = actions.change('a', { title: 'New' });
  await answer('history.change', failed('storage', 'No.', 'Try.'));
  expect(await renaming).toBe(false);
  expect(failures).toHaveLength(1);
});

test('what was moved by a slip goes back to where each was (catches three folders thrown into one)', async () => {
  const { session, answer, calls, toasts } = await createFakeSession();
  const actions = createHistoryActions(session, { takeFolders: () => undefined });
  const conversations = [conversationWith('a', { folder: 'A' }), conversationWith('b'), conversationWith('c', { folder: 'C' })];
  void actions.move(conversations, 'C');
  await answer('history.move', ok(undefined));
  expect(toasts[0]?.title).toBe('2 conversations moved to “C”');
  toasts[0]?.action?.onSelect();
  await answer('history.move', ok(undefined));
  await answer('history.move', ok(undefined));
  expect(calls('history.move').map(({ input }) => input)).toEqual([
    { ids: ['a', 'b'], folder: 'C' },
    { ids: ['a'], folder: 'A' },
    { ids: ['b'], folder: null },
  ]);
});

test('a folder that was removed by a slip comes back with what was in it (catches an empty folder of that name)', async () => {
  const { session, answer, calls, toasts } = await createFakeSession();
  const taken: unknown[] = [];
  const actions = createHistoryActions(session, { takeFolders: (folders) => void taken.push(folders) });
  void actions.removeFolder('Lab');
  await answer('history.removeFolder', ok({ folders: [], ids: ['a', 'b'] }));
  expect(taken).toEqual([[]]);
  expect(toasts[0]?.title).toBe('Folder “Lab” removed; 2 conversations kept');
  toasts[0]?.action?.onSelect();
  expect(calls('history.move').map(({ input }) => input)).toEqual([{ ids: ['a', 'b'], folder: 'Lab' }]);
});
