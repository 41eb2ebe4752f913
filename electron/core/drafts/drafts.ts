import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { newConversationKey } from '../../contract/constants.ts';
import { openDocument, type StoredDocument } from '../shared/stored-document.ts';

/** Unsent texts and their attachments, on disk, so that they survive a crash. */
export type Drafts = Awaited<ReturnType<typeof openDrafts>>;

const textsFile = 'drafts.json';

type SavedDrafts = Readonly<Record<string, string>>;

/** Opens the drafts in the data folder. Attachments are in a file of their own, because each pause in typing writes the other file. */
export async function openDrafts(folder: string) {
  const [texts, files] = await Promise.all([openFile(folder, textsFile), openFile(folder, 'draft-files.json')]);
  const documentOf = (key: string): StoredDocument<SavedDrafts> => (isAttachments(key) ? files : texts);
  let purging: Promise<unknown> = Promise.resolve();
  const openedWith = Object.keys({ ...texts.read(), ...files.read() });
  const purge = async (conversationIds: readonly string[], messageIds: readonly string[]): Promise<void> => {
    const keys = [
      ...conversationIds.flatMap((id) => [id, `${id}.files`, `${id}.images`]),
      ...messageIds.flatMap((id) => [`edit.${id}`, `edit.${id}.files`, `edit.${id}.images`]),
    ];
    purging = Promise.all([purging, ...[texts, files].map((document) => purgeKeys(document, new Set(keys)))]);
    await purging;
  };
  return {
    problem: texts.problem ?? files.problem,
    settled: async (): Promise<void> => {
      await purging;
      await Promise.all([texts.settled(), files.settled()]);
    },
    /** Returns null if there is none. */
    read: (key: string): string | null => {
      const drafts = documentOf(key).read();
      return Object.hasOwn(drafts, key) ? (drafts[key] ?? null) : null;
    },
    /**
     * Returns the hashes of images that drafts contain, also those in files that were set aside as damaged or that this version can't
     * read. Returns null if a file can't be read at all.
     */
    imageHashes: async (): Promise<readonly string[] | null> => {
      const saved = await readAll(folder).catch(() => null);
      return saved && [...saved, ...Object.values(texts.read())].flatMap((text) => text.match(/\b[0-9a-f]{64}\b/g) ?? []);
    },
    /** Saves a draft. Null deletes it. */
    keep: (key: string, text: string | null) =>
      documentOf(key).change((drafts) => {
        const others = without(drafts, new Set([key]));
        return text === null ? others : { ...others, [key]: text };
      }),
    /** Deletes the drafts of conversations and messages that were deleted for good. */
    purge,
    /** Deletes the drafts of new conversations of earlier windows that were never sent, except the one that the next window shows. */
    purgeUnsent: async (isStored: (conversationId: string) => Promise<boolean>): Promise<void> => {
      const ids = new Set(openedWith.map((key) => key.replace(/\.(?:files|images)$/, '')).filter((id) => z.uuid().safeParse(id).success));
      ids.delete(texts.read()[newConversationKey] ?? '');
      const unsent = await Promise.all([...ids].map(async (id) => ((await isStored(id)) ? [] : [id])));
      await purge(unsent.flat(), []);
    },
  };
}

function openFile(folder: string, name: string): Promise<StoredDocument<SavedDrafts>> {
  return openDocument<SavedDrafts>({
    file: path.join(folder, name),
    version: 1,
    schema: z.record(z.string(), z.string()),
    initial: {},
  });
}

/** Reads the file of texts and those that were set aside. */
async function readAll(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name === textsFile || name.startsWith(`${textsFile}.damaged-`));
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
}

function isAttachments(key: string): boolean {
  return key.endsWith('.files');
}

async function purgeKeys(document: StoredDocument<SavedDrafts>, keys: ReadonlySet<string>): Promise<void> {
  if (Object.keys(document.read()).every((key) => !keys.has(key))) return;
  const saved = await document.change((drafts) => without(drafts, keys));
  if (saved.ok) await document.change((drafts) => drafts); // they are in the previous version until the next save
}

function without(drafts: SavedDrafts, keys: ReadonlySet<string>): SavedDrafts {
  return Object.fromEntries(Object.entries(drafts).filter(([key]) => !keys.has(key)));
}
