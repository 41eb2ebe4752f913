import { setImmediate as nextTurn } from 'node:timers/promises';
import { ok, type Failed, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { ExportFormat, StoredMessage } from '../../../contract/history.ts';
import type { Image } from '../../../contract/image.ts';
import type { Token } from '../../../contract/tokens.ts';
import { errorCode, errorMessage } from '../../shared/node-error.ts';
import { renameFile, writeFailure } from '../../shared/rename-file.ts';
import type { CallControl } from '../../shared/sqlite/serve-store.ts';
import { imageDataUrl } from '../../shared/images/prepare-image.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import type { StoreContext } from '../store-context.ts';
import type { Answers } from '../repository/answers.ts';
import { readConversation, type ConversationRow } from '../repository/conversation-row.ts';
import type { Conversations } from '../repository/conversations.ts';
import type { Messages } from '../repository/messages.ts';
import { readContent } from '../repository/images.ts';
import { type ExportWriter, notebookText } from './export-writer.ts';
import { createJsonWriter } from './export-format.ts';
import { createMarkdownWriter, plainTextWriter } from './text-writers.ts';
import { createImageFiles, createZipWriter } from './zip-writer.ts';
import { readTokens } from '../repository/tokens.ts';
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';

/** The formats written here. The shell prints a PDF from the HTML. `zip` is Markdown with its images. */
type WrittenFormat = Exclude<ExportFormat, 'pdf'> | 'zip';

/** The file to write, and the conversations in it: the named ones, or all that are not in the trash if `ids` is null. */
export interface ExportTarget {
  readonly file: string;
  readonly ids: readonly string[] | null;
  readonly format: WrittenFormat;
}

/** The HTML writer is loaded on demand, because its Markdown and formula libraries are large. */
async function createWriter(format: WrittenFormat, db: Database, fileOf: (image: Image) => string): Promise<ExportWriter> {
  const contentOf = ({ hash }: Image) => readContent(db, hash);
  switch (format) {
    case 'json':
      return createJsonWriter((image) => contentOf(image)?.content);
    case 'markdown':
      return createMarkdownWriter(() => undefined);
    case 'zip':
      return createMarkdownWriter(fileOf);
    case 'text':
      return plainTextWriter;
    case 'html':
      return (await import('./html.ts')).createHtmlWriter((image) => {
        const found = contentOf(image);
        return found && imageDataUrl(found.type, found.content);
      });
  }
}
/** Bounds the memory for a long conversation. */
const messagesAtOnce = 50;

/** Writes conversations to a file. Yields between messages, so that other calls are not held up. */
export async function exportTo(
  { db, now }: StoreContext,
  { conversations, messages, answers }: { readonly conversations: Conversations; readonly messages: Messages; readonly answers: Answers },
  target: ExportTarget,
  { signal, progress }: CallControl,
): Promise<Result<{ readonly exported: number }>> {
  const imageFiles = createImageFiles();
  const writer = await createWriter(target.format, db, imageFiles.nameOf);
  const ids =
    target.ids ??
    db.all<{ id: string }>('SELECT id FROM conversation WHERE trashed_at IS NULL ORDER BY updated_at DESC, key DESC').map(({ id }) => id);

  const keysOf = (row: ConversationRow): readonly number[] =>
    writer.takes === 'branch'
      ? messages.pathKeys(row.leaf)
      : db
          .all<{ key: number }>(
            // by depth, so that parents come before their children
            `WITH RECURSIVE below (key, depth) AS (SELECT key, 0 FROM message WHERE conversation = ?1 AND parent IS NULL AND removed_with IS NULL
             UNION ALL SELECT m.key, depth + 1 FROM below JOIN message m ON m.parent = below.key WHERE m.removed_with IS NULL)
             SELECT key FROM below ORDER BY depth, key`,
            row.key,
          )
          .map(({ key }) => key);

  const requestOf = (message: StoredMessage): Readonly<Record<string, unknown>> | null => {
    if (message.role !== 'assistant') return null;
    const request = answers.request(message.id);
    return request.ok ? request.value : null;
  };

  const tokensOf = (message: StoredMessage): readonly Token[] | null =>
    message.role === 'assistant' && message.answer.tokenCount !== undefined
      ? readTokens(db, messages.position(message.id)?.key ?? 0)
      : null;

  const file = begin(target.file);
  if (!file.ok) return file;
  const { finish, abandon } = file.value;
  const archive = target.format === 'zip' ? await createZipWriter(file.value.write) : undefined;
  const write = archive?.writeText ?? file.value.write;
  try {
    const [only] = ids.length === 1 ? ids : [];
    write(writer.begin(now(), only === undefined ? null : (conversations.row(only)?.title ?? null)));
    let exported = 0;
    for (const [done, id] of ids.entries()) {
      const row = conversations.row(id);
      if (!row) continue; // purged since
      const keys = keysOf(row);
      const leaf = db.one<{ id: string }>('SELECT id FROM message WHERE key = ?', row.leaf)?.id ?? null;
      const conversation = readConversation(row);
      write(writer.conversation(conversation, leaf, exported === 0));
      const isText = conversation.kind === 'notebook' && writer.notebook !== undefined;
      if (isText) write(writer.notebook(notebookText(messages.read(keys.slice(-messagesAtOnce)), tokensOf)));
      const written = isText ? [] : keys;
      for (let at = 0; at < written.length; at += messagesAtOnce) {
        for (const [step, message] of messages.read(written.slice(at, at + messagesAtOnce)).entries()) {
          write(writer.message(message, requestOf(message), at + step === 0, tokensOf(message)));
          await nextTurn(); // one long message may take a second, during which nothing else is saved
          if (signal.aborted) return fail('export-canceled');
        }
      }
      write(writer.endConversation());
      exported += 1;
      progress(done + 1, ids.length);
    }
    write(writer.end());
    archive?.endText();
    for (const [name, hash] of archive ? imageFiles.list() : []) {
      archive?.add(name, readContent(db, hash)?.content ?? new Uint8Array());
      await nextTurn();
      if (signal.aborted) return fail('export-canceled');
    }
    archive?.end();
    await finish();
    return ok({ exported });
  } catch (error) {
    if (errorCode(error)?.startsWith('E') !== true || errorCode(error)?.startsWith('ERR_') === true) throw error; // not a file system error
    return cannotWrite(target.file, error);
  } finally {
    abandon();
  }
}

function begin(file: string): Result<ReturnType<typeof openAtomicWriter>> {
  try {
    return ok(openAtomicWriter(file));
  } catch (error) {
    return cannotWrite(file, error);
  }
}

function cannotWrite(file: string, error: unknown): Failed {
  return writeFailure(error, file, fail('export-not-written', { file, detail: errorMessage(error) }));
}

/** Writes a file piece by piece. It gets its name only when it is complete. Memory does not fill up ahead of the disk. */
function openAtomicWriter(file: string) {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.part`;
  const handle = openSync(temporary, 'wx', 0o600);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(handle);
    isOpen = false;
  };
  return {
    write: (piece: string | Uint8Array): void => {
      const bytes = Buffer.from(piece);
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
    },
    finish: async (): Promise<void> => {
      fsyncSync(handle);
      close();
      await renameFile(temporary, file);
    },
    /** Deletes the file unless it is finished. */
    abandon: (): void => {
      close();
      rmSync(temporary, { force: true });
    },
  };
}
