import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, onTestFinished, test, vi } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import { ok } from '../../../electron/contract/failure.ts';
import type { HistoryProgress } from '../../../electron/contract/history.ts';
import type { Core } from '../../../electron/core/create-core.ts';
import { openHistory, type History } from '../../../electron/core/history/history.ts';
import {
  exportConversations,
  importConversations,
  type ConversationFileDependencies,
} from '../../../electron/host/files/conversation-files.ts';
import { saveSupportBundle } from '../../../electron/host/files/file-actions.ts';
import { copyingDialogs, fakeDialogs } from '../../support/fake-dialogs.ts';
import { madePng } from '../../support/made-images.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { never } from '../../support/toolbox.ts';
import { must } from '../../support/must.ts';

/** Opens a real history with one conversation about rain. */
async function openRain(): Promise<{ readonly history: History; readonly id: string }> {
  const folder = await temporaryFolder();
  const history = openHistory({ folder, clock: { now: () => Date.now() }, onChange: () => undefined, onPurged: () => undefined });
  onTestFinished(history.close);
  const { id } = must(await history.begin({ kind: 'chat', title: 'Rain: why?', settings: plainConversationSettings }));
  await history.add({ conversationId: id, parentId: null, role: 'user', text: 'Why does it rain?', attachments: [] });
  return { history, id };
}

function files(history: History, file: string | null, change: Partial<ConversationFileDependencies> = {}): ConversationFileDependencies {
  return { history, dialogs: fakeDialogs({ file }), onProgress: () => undefined, printPdf: async () => ok({ file: null }), ...change };
}

test.each(['markdown', 'json', 'html'] as const)(
  'exports a conversation as %s with progress and leaves nothing else behind',
  async (format) => {
    const { history, id } = await openRain();
    const folder = await temporaryFolder();
    const file = path.join(folder, 'a');
    const progress: HistoryProgress[] = [];
    const dialogs = fakeDialogs({ file });
    const saving = files(history, file, { dialogs, onProgress: (one) => progress.push(one) });
    expect(await exportConversations(saving, { ids: [id], format, jobId: 'job' }, never)).toEqual(ok({ file }));
    expect(await readFile(file, 'utf8')).toContain('Why does it rain?');
    expect(await readdir(folder)).toEqual(['a']);
    expect(progress.at(-1)).toEqual({ jobId: 'job', done: 1, total: 1 });
    expect(dialogs.suggested[0]).toMatch(/^Rain- why\.(md|json|html)$/);
  },
);

test('exports Markdown with images as one archive, under a name that says so', async () => {
  const { history, id } = await openRain();
  const stored = must(await history.saveImage({ data: madePng(3, 2).toString('base64') }));
  const images = [{ ...stored, name: 'cloud.png', alternative: '' }];
  must(await history.add({ conversationId: id, parentId: null, role: 'user', text: '', attachments: [], images }));
  const file = path.join(await temporaryFolder(), 'a');
  const dialogs = fakeDialogs({ file });
  const exportAs = (format: 'markdown' | 'html') =>
    exportConversations(files(history, file, { dialogs }), { ids: [id], format, jobId: 'job' }, never);
  expect(await exportAs('markdown')).toEqual(ok({ file }));
  expect(Object.keys(unzipSync(await readFile(file)))).toEqual(['conversations.md', 'images/1-cloud.png']);
  must(await exportAs('html'));
  expect(dialogs.suggested).toEqual(['Rain- why.zip', 'Rain- why.html']);
});

test('names an export by the date of the user’s clock (catches a file of the evening with tomorrow’s date)', async () => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });
  vi.stubEnv('TZ', 'America/Los_Angeles');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-02-01T03:00:00Z') });
  const dialogs = fakeDialogs();
  await exportConversations(files({} as History, null, { dialogs }), { ids: null, format: 'json', jobId: 'job' }, never);
  await saveSupportBundle({} as Core, dialogs, {});
  expect(dialogs.suggested).toEqual(['causeway-conversations-2026-01-31.json', 'causeway-support-2026-01-31.zip']);
});

test('passes the conversations’ web page to the shell for a PDF', async () => {
  const { history, id } = await openRain();
  const htmlFile = path.join(await temporaryFolder(), 'print.html');
  const printPdf: ConversationFileDependencies['printPdf'] = async ({ suggestedName, writeHtml }) => {
    await writeHtml(htmlFile);
    return ok({ file: suggestedName });
  };
  expect(await exportConversations(files(history, null, { printPdf }), { ids: [id], format: 'pdf', jobId: 'job' }, never)).toEqual(
    ok({ file: 'Rain- why.pdf' }),
  );
  expect(await readFile(htmlFile, 'utf8')).toMatch(/^<!doctype html>[^]*Why does it rain\?/i);
});

test('delivers a complete file', async () => {
  const { history, id } = await openRain();
  const folder = await temporaryFolder();
  const saving = files(history, null, { dialogs: copyingDialogs({ folder }) });
  expect(await exportConversations(saving, { ids: [id], format: 'markdown', jobId: 'job' }, never)).toEqual(ok({ file: 'Rain- why.md' }));
  expect(await readdir(folder)).toEqual(['Rain- why.md']);
  expect(await readFile(path.join(folder, 'Rain- why.md'), 'utf8')).toContain('Why does it rain?');
});

// Conversations must not stay in a temporary folder after the user cancels.
test('delivers nothing and leaves nothing behind when cancelled', async () => {
  const { history } = await openRain();
  const folder = await temporaryFolder();
  const saving = files(history, null, { dialogs: copyingDialogs({ folder }) });
  expect(await exportConversations(saving, { ids: null, format: 'json', jobId: 'job' }, AbortSignal.abort())).toMatchObject({
    ok: false,
    failure: { code: 'cancelled' },
  });
  expect(await readdir(folder)).toEqual([]);
});

test.each(['conversations', 'something else'] as const)('deletes the copy of an uploaded file with %s', async (what) => {
  const { history } = await openRain();
  const file = path.join(await temporaryFolder(), 'a.json');
  if (what === 'conversations') await exportConversations(files(history, file), { ids: null, format: 'json', jobId: 'job' }, never);
  else await writeFile(file, 'no JSON');
  const folder = await temporaryFolder();
  const opening = files(history, null, { dialogs: copyingDialogs({ folder, file }) });
  expect(await importConversations(opening, { jobId: 'job' }, never)).toMatchObject({ ok: what === 'conversations' });
  expect(await readdir(folder)).toEqual([]);
});

test('imports an export into another history', async () => {
  const { history } = await openRain();
  const file = path.join(await temporaryFolder(), 'a.json');
  await exportConversations(files(history, file), { ids: null, format: 'json', jobId: 'job' }, never);
  const folder = await temporaryFolder();
  const other = openHistory({ folder, clock: { now: () => Date.now() }, onChange: () => undefined, onPurged: () => undefined });
  onTestFinished(other.close);
  expect(await importConversations(files(other, file), { jobId: 'job' }, never)).toEqual(ok({ imported: 1, alreadyHere: 0, skipped: [] }));
  expect(await other.list({ shelf: 'current', limit: 10 })).toMatchObject({
    ok: true,
    value: { conversations: [{ title: 'Rain: why?' }] },
  });
});

test('does nothing when the user cancels', async () => {
  const { history } = await openRain();
  expect(await exportConversations(files(history, null), { ids: null, format: 'json', jobId: 'job' }, never)).toEqual(ok({ file: null }));
  expect(await importConversations(files(history, null), { jobId: 'job' }, never)).toEqual(
    ok({ imported: 0, alreadyHere: 0, skipped: [] }),
  );
});
