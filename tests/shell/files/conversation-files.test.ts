import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { plainConversationSettings, type HistoryProgress } from '../../../electron/contract/history.ts';
import { openHistory, type History } from '../../../electron/core/history/history.ts';
import { exportConversations, importConversations, type ConversationFiles } from '../../../electron/shell/files/conversation-files.ts';
import { fakeDialogs } from '../../support/fake-dialogs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { never } from '../../support/toolbox.ts';
import { must } from '../../support/must.ts';

/** A real history with one conversation about rain. */
async function openRain(): Promise<{ readonly history: History; readonly id: string }> {
  const folder = await temporaryFolder();
  const history = openHistory({ folder, clock: { now: () => Date.now() }, onChange: () => undefined, onPurged: () => undefined });
  onTestFinished(history.close);
  const { id } = must(await history.begin('chat', 'Rain: why?', plainConversationSettings));
  await history.add({ conversationId: id, parentId: null, role: 'user', text: 'Why does it rain?', attachments: [] });
  return { history, id };
}

function files(history: History, file: string | null, change: Partial<ConversationFiles> = {}): ConversationFiles {
  return {
    history,
    dialogs: fakeDialogs({ file }),
    onProgress: () => undefined,
    onError: () => undefined,
    printPdf: async (page) => Buffer.from(`PDF of ${await readFile(page, 'utf8')}`),
    ...change,
  };
}

test.each(['markdown', 'json', 'html', 'pdf'] as const)(
  'a conversation is saved as %s, with progress, and nothing else stays',
  async (format) => {
    const { history, id } = await openRain();
    const folder = await temporaryFolder();
    const file = path.join(folder, 'a');
    const progress: HistoryProgress[] = [];
    const dialogs = fakeDialogs({ file });
    const saving = files(history, file, { dialogs, onProgress: (one) => progress.push(one) });
    expect(await exportConversations(saving, { ids: [id], format }, never)).toEqual(ok({ file }));
    expect(await readFile(file, 'utf8')).toContain('Why does it rain?');
    expect(await readdir(folder)).toEqual(['a']);
    expect(progress.at(-1)).toEqual({ job: 'export', done: 1, total: 1 });
    expect(dialogs.suggested[0]).toMatch(/^Rain- why\.(md|json|html|pdf)$/);
  },
);

test('a PDF is printed from the HTML', async () => {
  const { history } = await openRain();
  const file = path.join(await temporaryFolder(), 'a');
  await exportConversations(files(history, file), { ids: null, format: 'pdf' }, never);
  expect(await readFile(file, 'utf8')).toMatch(/^PDF of <!doctype html>/i);
});

// An export that was stopped half-way must not have eaten the file of last month.
test.each(['cancelled', 'broken'] as const)('a PDF that is %s leaves the former file as it was', async (how) => {
  const { history } = await openRain();
  const folder = await temporaryFolder();
  const file = path.join(folder, 'a');
  await writeFile(file, 'former');
  const controller = new AbortController();
  const printPdf = (): Promise<Uint8Array> => {
    if (how === 'broken') return Promise.reject(new Error('the window is gone'));
    controller.abort();
    return Promise.resolve(Buffer.from('half'));
  };
  const saved = await exportConversations(files(history, file, { printPdf }), { ids: null, format: 'pdf' }, controller.signal);
  expect(saved).toMatchObject({ ok: false, failure: { code: how === 'broken' ? 'storage' : 'cancelled' } });
  expect(await readFile(file, 'utf8')).toBe('former');
  expect(await readdir(folder)).toEqual(['a']);
});

test('what was exported is imported into another history', async () => {
  const { history } = await openRain();
  const file = path.join(await temporaryFolder(), 'a.json');
  await exportConversations(files(history, file), { ids: null, format: 'json' }, never);
  const folder = await temporaryFolder();
  const other = openHistory({ folder, clock: { now: () => Date.now() }, onChange: () => undefined, onPurged: () => undefined });
  onTestFinished(other.close);
  expect(await importConversations(files(other, file), never)).toEqual(ok({ imported: 1, alreadyHere: 0, skipped: [] }));
  expect(await other.list({ shelf: 'current', limit: 10 })).toMatchObject({
    ok: true,
    value: { conversations: [{ title: 'Rain: why?' }] },
  });
});

test('nothing happens where the user withdrew', async () => {
  const { history } = await openRain();
  expect(await exportConversations(files(history, null), { ids: null, format: 'pdf' }, never)).toEqual(ok({ file: null }));
  expect(await importConversations(files(history, null), never)).toEqual(ok({ imported: 0, alreadyHere: 0, skipped: [] }));
});
