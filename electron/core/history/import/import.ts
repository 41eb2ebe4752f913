import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { Imported } from '../../../contract/history.ts';
import { errorMessage } from '../../shared/node-error.ts';
import { readCauseway, type ImportedConversation } from '../export/export-format.ts';
import { historyText } from '../text.ts';
import type { CallControl } from '../../shared/sqlite/serve-store.ts';
import type { StoreContext } from '../store-context.ts';
import { readChatGpt } from './chatgpt.ts';
import { createJsonArrayReader, type JsonArrayElement, type UnreadableReason } from '../../shared/json-array-reader.ts';
import { createFolderFiles, type FolderFiles } from './folder-files.ts';
import { readOpenWebUi } from './open-webui.ts';
import { readObject } from '../../../contract/json.ts';
import { messagesAtOnce, writeImported, writeImportedInSteps } from './write-imported.ts';

const maxSentences = 50;
const maxMessages = 100_000;

/** The largest conversation with its images that is read. It is below the longest string of V8, about 512 MB. */
const defaultMaxMegabytes = 400;

const unreadable: Readonly<Record<UnreadableReason, (maxMegabytes: number) => string>> = {
  'too-large': historyText.import.tooLarge,
  'too-deep': () => historyText.import.tooDeep,
  invalid: () => historyText.import.notJson,
  'cut-off': () => historyText.import.cutOff,
};

/** Imports our own export, Open WebUI's or ChatGPT's, chunk by chunk. Each conversation is saved as soon as it is read. */
export async function importFrom(
  { db, now, changed }: StoreContext,
  file: string,
  { signal, progress, reportChanges }: CallControl,
  maxMegabytes = defaultMaxMegabytes,
): Promise<Result<Imported>> {
  if (db.isReadOnly) return fail('database-read-only', { database: 'history' });
  const startedAt = now();
  const skipped = createSkipped();
  const elements = createReader(maxMegabytes);
  const files = createFolderFiles(path.dirname(file));
  let imported = 0;
  let alreadyHere = 0;
  let seen = 0;

  const count = (key: number | undefined): void => {
    if (key === undefined) alreadyHere += 1;
    else {
      changed.add(key);
      imported += 1;
    }
  };
  const writeTogether = (conversations: readonly ImportedConversation[]): void => {
    if (conversations.length === 0) return;
    db.transaction(() => {
      for (const conversation of conversations) count(writeImported(db, conversation, startedAt));
      return ok(undefined);
    });
  };
  const take = async (batch: readonly JsonArrayElement[]): Promise<void> => {
    if (batch.length === 0) return;
    let short: ImportedConversation[] = [];
    for (const element of batch) {
      seen += 1;
      const read = readElement(element, startedAt, maxMegabytes, files);
      if (!read.ok) skipped.add(historyText.import.item(seen, read.reason));
      else if (read.conversation.messages.length <= messagesAtOnce) short.push(read.conversation);
      else {
        writeTogether(short);
        short = [];
        count(await writeImportedInSteps(db, read.conversation, startedAt, signal));
      }
    }
    writeTogether(short);
    reportChanges();
  };

  try {
    const { size } = await stat(file);
    let read = 0;
    for await (const piece of createReadStream(file, { highWaterMark: 1 << 18, signal })) {
      if (!Buffer.isBuffer(piece)) continue;
      await take(elements.push(piece));
      read += piece.length;
      progress(read, size);
    }
    const last = elements.end();
    if (!last) return fail('import-empty');
    await take(last);
  } catch (error) {
    if (signal.aborted) return fail('import-canceled', { imported });
    if (error instanceof Error && 'errcode' in error) throw error; // a database error
    return fail('import-unreadable', { file, detail: errorMessage(error) });
  }
  return seen === 0 ? fail('import-empty') : ok({ imported, alreadyHere, skipped: skipped.sentences() });
}

function createReader(maxMegabytes: number) {
  return createJsonArrayReader({ property: 'conversations', maxElementBytes: maxMegabytes * 1024 * 1024 });
}

type Read = { readonly ok: true; readonly conversation: ImportedConversation } | { readonly ok: false; readonly reason: string };

function readElement(element: JsonArrayElement, now: number, maxMegabytes: number, files: FolderFiles): Read {
  if (element.kind === 'unreadable') return { ok: false, reason: unreadable[element.reason](maxMegabytes) };
  const conversation = readConversation(element.value, now, files);
  if (!conversation) return { ok: false, reason: historyText.import.unknownFormat };
  if (conversation.messages.length > maxMessages) {
    return { ok: false, reason: historyText.import.tooManyMessages(conversation.title.slice(0, 80), maxMessages) };
  }
  return { ok: true, conversation };
}

function readConversation(value: unknown, now: number, files: FolderFiles): ImportedConversation | undefined {
  const fields = readObject(value);
  if (!fields) return undefined;
  if (readObject(fields['mapping'])) return readChatGpt(fields, now, files);
  if (readObject(fields['chat']) ?? readObject(fields['history'])) return readOpenWebUi(fields, now);
  return readCauseway(value);
}

function createSkipped(): { readonly add: (sentence: string) => void; readonly sentences: () => readonly string[] } {
  const sentences: string[] = [];
  let more = 0;
  return {
    add: (sentence) => {
      if (sentences.length < maxSentences) sentences.push(sentence);
      else more += 1;
    },
    sentences: () => (more > 0 ? [...sentences, historyText.import.more(more)] : sentences),
  };
}
