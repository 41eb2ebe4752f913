import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { newConversationKey, plainConversationSettings } from '../../electron/contract/constants.ts';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import type { RouteInput } from '../../electron/contract/routes.ts';
import type { EventMessage } from '../../electron/contract/events.ts';
import type { Core } from '../../electron/core/create-core.ts';
import { waitOptions } from '../support/wait-options.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { madePng } from '../support/made-images.ts';
import { startTestCore } from '../support/test-core.ts';
import { must } from '../support/must.ts';
import { context } from '../support/call-context.ts';
import { noticesText } from '../../electron/core/notices/text.ts';

/** A message that starts a conversation. */
function turn(text: string): RouteInput<'chat.send'> {
  const settings = { ...plainConversationSettings, model: 'beta-4-scout' };
  return { conversationId: randomUUID(), messageId: randomUUID(), parentId: null, text, attachments: [], settings };
}

/** Requests a long answer, and returns its conversation once its first words have arrived. */
async function answering(core: Core): Promise<string> {
  const firstWords = Promise.withResolvers<undefined>();
  core.listen(({ event }) => void (event === 'chat.progress' && firstWords.resolve(undefined)));
  const { conversationId } = must(await core.handlers['chat.send'](turn('Write 2000 words'), context));
  await firstWords.promise;
  return conversationId;
}

/** Returns the last answer of a conversation once nothing is running. */
async function ended(core: Core, id: string): Promise<StoredAnswer> {
  await vi.waitFor(async () => expect(await core.handlers['chat.turns'](undefined, context)).toEqual({ ok: true, value: [] }), waitOptions);
  const { messages } = must(await core.handlers['history.open']({ id, at: null, limit: 10 }, context));
  const last = messages.at(-1);
  if (last?.role !== 'assistant') throw new Error('the last message is not an answer');
  return last;
}

test('runs without Electron, saves settings and drafts, and emits their changes', async () => {
  const folder = await temporaryFolder();
  const first = await startTestCore(folder);
  const emitted: EventMessage[] = [];
  first.listen((message) => emitted.push(message));
  await first.handlers['settings.change']({ theme: 'dark' }, context);
  await first.handlers['drafts.keep']({ key: 'new-conversation', text: 'Hello' }, context);
  await first.dispose();
  expect(emitted.filter(({ event }) => event === 'settings.changed')).toMatchObject([{ payload: { theme: 'dark' } }]);

  const second = await startTestCore(folder);
  expect(await second.handlers['settings.read'](undefined, context)).toMatchObject({ ok: true, value: { theme: 'dark' } });
  expect(await second.handlers['drafts.read']({ key: 'new-conversation' }, context)).toEqual({ ok: true, value: { text: 'Hello' } });
  expect(await second.handlers['drafts.read']({ key: 'toString' }, context)).toEqual({ ok: true, value: { text: null } });
});

test('deletes the drafts of conversations that were never sent at the next start, except the last one', async () => {
  const folder = await temporaryFolder();
  const first = await startTestCore(folder);
  const { conversationId: sent } = must(await first.handlers['chat.send'](turn('Hello'), context));
  await ended(first, sent);
  const [last, unsent] = [randomUUID(), randomUUID()];
  const keys = [sent, last, `${last}.files`, unsent, `${unsent}.files`];
  for (const key of keys) must(await first.handlers['drafts.keep']({ key, text: 'typed' }, context));
  must(await first.handlers['drafts.keep']({ key: newConversationKey, text: last }, context));
  await first.dispose();

  const second = await startTestCore(folder);
  const read = async (key: string) => must(await second.handlers['drafts.read']({ key }, context)).text;
  await vi.waitFor(async () => expect(await read(unsent)).toBeNull(), waitOptions);
  expect(await Promise.all(keys.map(read))).toEqual(['typed', 'typed', 'typed', null, null]);
});

test('deletes the drafts of a conversation with it (catches texts and files that stay on the disk for ever)', async () => {
  const core = await startTestCore(await temporaryFolder());
  const { conversationId: id, messageId } = must(await core.handlers['chat.send'](turn('Hello'), context));
  await ended(core, id);
  const question = must(await core.history.message(messageId)).parentId ?? '';
  const keys = [id, `${id}.files`, `edit.${question}`, 'new-conversation'];
  for (const key of keys) must(await core.handlers['drafts.keep']({ key, text: key }, context));
  must(await core.handlers['history.trash']({ ids: [id] }, context));
  must(await core.handlers['history.purge']({ ids: [id] }, context));
  const read = async (key: string) => must(await core.handlers['drafts.read']({ key }, context)).text;
  expect(await Promise.all(keys.map(read))).toEqual([null, null, null, 'new-conversation']);
});

test('removes the notice about a database that can be opened again (catches a demand to restart)', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'data', 'history.db');
  await mkdir(file, { recursive: true }); // a folder in place of the file: a real failure, also for root
  const core = await startTestCore(folder);
  const list = () => core.handlers['history.list']({ shelf: 'current', limit: 5 }, context);
  expect(await list()).toMatchObject({ ok: false, failure: { code: 'storage' } });
  expect(core.notices.read()).toMatchObject([{ tone: 'error', remedy: expect.not.stringContaining('restart') }]);
  await rmdir(file);
  await vi.waitFor(async () => expect(await list()).toMatchObject({ ok: true }), waitOptions);
  expect(core.notices.read()).toEqual([]);
});

test('connects to the demo at the first start, and streams its answer to a question', async () => {
  const core = await startTestCore(await temporaryFolder());
  const emitted: EventMessage[] = [];
  core.listen((message) => emitted.push(message));
  await vi.waitFor(
    async () => expect(await core.handlers['connection.read'](undefined, context)).toMatchObject({ value: { state: 'ready' } }),
    waitOptions,
  );
  expect(await core.handlers['connection.read'](undefined, context)).toMatchObject({
    value: {
      profile: { name: 'Demo', isDemo: true },
      mode: 'proxy',
      models: [{ id: 'alpha-R1' }, { id: 'beta-4-scout' }, { id: 'gamma-oss-120b' }],
    },
  });
  await vi.waitFor(
    async () =>
      expect(await core.handlers['connection.read'](undefined, context)).toMatchObject({
        value: { models: [{ presence: { proxy: 'listed' } }, { presence: { proxy: 'listed' } }, { presence: { proxy: 'listed' } }] },
      }),
    waitOptions,
  );
  const started = await core.handlers['chat.send'](turn('What is Causeway?'), context);
  const { conversationId, messageId } = must(started);
  const answer = await ended(core, conversationId);
  expect(answer).toMatchObject({ id: messageId, state: 'complete', failure: null, answer: { finish: 'stop' } });
  expect(emitted.filter(({ event }) => event === 'chat.progress').length).toBeGreaterThan(3);
});

test('stops a turn before the service is reached', async () => {
  const core = await startTestCore(await temporaryFolder());
  const { conversationId } = must(await core.handlers['chat.send'](turn('Write 2000 words'), context));
  await core.handlers['chat.stop']({ conversationId }, context);
  expect(await ended(core, conversationId)).toMatchObject({ state: 'stopped', failure: null, answer: { parts: [] } });
});

test('saves the partial answer when stopped, and has it after a restart', async () => {
  const folder = await temporaryFolder();
  const core = await startTestCore(folder);
  const conversationId = await answering(core);
  await core.handlers['chat.stop']({ conversationId }, context);
  const stopped = await ended(core, conversationId);
  expect(stopped).toMatchObject({ state: 'stopped', mode: 'proxy' });
  expect(stopped.answer.parts.length).toBeGreaterThan(0);
  await core.dispose();
  const again = await startTestCore(folder);
  expect(await ended(again, conversationId)).toEqual(stopped);
});

test('saves a running answer as far as it has arrived when the program ends', async () => {
  const folder = await temporaryFolder();
  const core = await startTestCore(folder);
  const conversationId = await answering(core);
  await core.dispose();
  const again = await startTestCore(folder);
  const saved = await ended(again, conversationId);
  expect(saved.state).toBe('interrupted');
  expect(saved.answer.parts.length).toBeGreaterThan(0);
});

test('writes a draft to disk that was changed just before the program ended', async () => {
  const folder = await temporaryFolder();
  const first = await startTestCore(folder);
  void first.windowState.write({ x: 1, y: 2, width: 900, height: 700, isMaximized: false });
  void first.handlers['drafts.keep']({ key: 'new-conversation', text: 'last words' }, context);
  await first.dispose();
  const second = await startTestCore(folder);
  expect(second.windowState.read()).toMatchObject({ x: 1, y: 2 });
  expect(await second.handlers['drafts.read']({ key: 'new-conversation' }, context)).toMatchObject({ value: { text: 'last words' } });
});

test('sets a damaged settings file aside and names it to the user', async () => {
  const folder = await temporaryFolder();
  const first = await startTestCore(folder);
  await first.handlers['settings.change']({ theme: 'light' }, context);
  await first.dispose();
  await writeFile(path.join(folder, 'data/settings.json'), 'garbage');
  const second = await startTestCore(folder);
  const notices = second.notices.read();
  expect(notices).toHaveLength(1);
  const aside = (await readdir(path.join(folder, 'data'))).find((name) => name.startsWith('settings.json.damaged')) ?? 'no file';
  expect(notices).toMatchObject([
    {
      message: noticesText.damaged(noticesText.documents.settings, 'initial'),
      remedy: noticesText.damagedRemedy(path.join(folder, 'data', aside)),
    },
  ]);
  expect(await readFile(path.join(folder, 'data', aside), 'utf8')).toBe('garbage');
  second.notices.dismiss(notices[0]?.id ?? '');
  expect(second.notices.read()).toEqual([]);
});

test('exports a support bundle with facts and logs, without drafts or secrets', async () => {
  const core = await startTestCore(await temporaryFolder());
  await core.handlers['drafts.keep']({ key: 'new-conversation', text: 'my private thought' }, context);
  core.log.info('proxy.call', { authorization: 'Bearer abcdefgh12345678' });
  const files = unzipSync(await core.bundleDiagnostics({ sender: 2 }));
  const text = Object.values(files)
    .map((content) => strFromU8(content))
    .join('\n');
  expect(Object.keys(files).toSorted()).toEqual(['about.json', 'logs/causeway.log']);
  expect(text).toContain('"version": "1.2.3"');
  expect(text).toContain('"sender": 2');
  expect(text).not.toContain('private thought');
  expect(text).not.toContain('abcdefgh12345678');
});

test('keeps the images of drafts over a restart, and deletes those that nothing names', async () => {
  const folder = await temporaryFolder();
  const first = await startTestCore(folder);
  const save = async (width: number) => {
    const data = madePng(width, 1).toString('base64');
    return must(await first.handlers['history.saveImage']({ data }, context));
  };
  const [drafted, left] = [await save(1), await save(2)];
  const images = JSON.stringify([{ ...drafted, name: 'figure.png', alternative: '' }]);
  must(await first.handlers['drafts.keep']({ key: 'edit.a', text: images }, context));
  await first.dispose();

  const { handlers } = await startTestCore(folder);
  await vi.waitFor(async () => expect(await handlers['history.readImage'](left, context)).toMatchObject({ ok: false }), waitOptions);
  expect(await handlers['history.readImage'](drafted, context)).toMatchObject({ ok: true });
});
