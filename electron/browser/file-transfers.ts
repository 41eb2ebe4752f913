import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdtempSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ok, type Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/start.ts';
import type { ChosenFile } from '../host/dialogs.ts';
import { fileTooLarge } from '../host/files/chosen-files.ts';
import { printPolicy } from '../host/content-security-policy.ts';
import { isFromOwnPage } from './access/request-guard.ts';
import { reply, safeHeaders } from './http-reply.ts';
import { browserText } from './text.ts';

/** A file offered to a page. */
export interface OfferedFile {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly use: 'download' | 'print';
}

/** Files exchanged with the browser, in a private folder that is removed with the program. */
export interface FileTransfers {
  /** Creates a path for a file that a page will download. */
  readonly offer: (name: string, use: OfferedFile['use']) => Promise<OfferedFile>;
  readonly find: (id: string) => OfferedFile | undefined;
  /** Opens an offered file and returns its size. */
  readonly read: (file: OfferedFile) => Promise<{ readonly size: number; readonly stream: Readable } | undefined>;
  readonly remove: (id: string) => Promise<void>;
  /** Waits for a page to upload a file. Resolves to null if it has none. */
  readonly expect: (maxBytes: number) => { readonly id: string; readonly received: Promise<Result<ChosenFile | null>> };
  /** Receives an upload. Returns false if it isn't expected. */
  readonly receive: (id: string, name: string, body: Readable) => Promise<boolean>;
  /** Ends an expected upload without a file. */
  readonly withdraw: (id: string) => void;
  readonly close: () => Promise<void>;
}

interface ExpectedUpload {
  readonly maxBytes: number;
  readonly settle: (result: Result<ChosenFile | null>) => void;
  isInProgress: boolean;
}

export function createFileTransfers(): FileTransfers {
  let folder: string | undefined;
  const offered = new Map<string, OfferedFile>();
  const expected = new Map<string, ExpectedUpload>();
  /** Returns the folder. Makes it again if the system has removed it, as some do with old folders in /tmp. */
  const openFolder = (): string => {
    if (folder === undefined || !existsSync(folder)) folder = mkdtempSync(path.join(os.tmpdir(), 'causeway-files-')); // readable only by its owner
    return folder;
  };
  const newPath = (): { readonly id: string; readonly file: string } => {
    const id = randomBytes(18).toString('base64url');
    return { id, file: path.join(openFolder(), id) };
  };

  return {
    offer: async (name, use) => {
      const { id, file } = newPath();
      const offer = { id, name, path: file, use };
      offered.set(id, offer);
      return offer;
    },
    find: (id) => offered.get(id),
    read: async (file) => {
      const found = await stat(file.path).catch(() => undefined);
      return found && { size: found.size, stream: createReadStream(file.path) };
    },
    remove: async (id) => {
      const file = offered.get(id);
      offered.delete(id);
      if (file) await rm(file.path, { force: true });
    },
    expect: (maxBytes) => {
      const id = randomBytes(18).toString('base64url');
      const received = Promise.withResolvers<Result<ChosenFile | null>>();
      expected.set(id, { maxBytes, settle: received.resolve, isInProgress: false });
      return { id, received: received.promise };
    },
    receive: async (id, name, body) => {
      const upload = expected.get(id);
      if (!upload || upload.isInProgress) return false;
      upload.isInProgress = true;
      const { file } = newPath();
      const stored = await store(file, name, body, upload.maxBytes);
      // withdrawn in the meantime
      if (!expected.delete(id)) await rm(file, { force: true });
      upload.settle(stored);
      return true;
    },
    withdraw: (id) => {
      expected.get(id)?.settle(ok(null));
      expected.delete(id);
    },
    close: async () => {
      for (const { settle } of expected.values()) settle(ok(null));
      expected.clear();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function store(file: string, name: string, body: Readable, maxBytes: number): Promise<Result<ChosenFile>> {
  const release = (): Promise<void> => rm(file, { force: true });
  let size = 0;
  try {
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > maxBytes) return; // the remainder isn't read
          yield chunk;
        }
      },
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    );
  } catch {
    await release();
    return fail('upload-incomplete', { name });
  }
  if (size <= maxBytes) return ok({ path: file, name, isCopy: true, release });
  await release();
  return fileTooLarge(name, maxBytes);
}

/** Receives an expected upload, or sends an offered file. */
export async function serveTransfer(request: IncomingMessage, response: ServerResponse, files: FileTransfers, id: string): Promise<void> {
  if (request.method === 'POST') {
    if (!isFromOwnPage(request) || request.headers['content-type'] !== 'application/octet-stream')
      return reply(response, 403, browserText.refusals.origin);
    const isTaken = await files.receive(id, fileNameOf(request), request);
    request.unpipe().resume(); // data above the limit is read and discarded, so that the page gets the response
    return reply(response, isTaken ? 204 : 404);
  }
  const file = request.method === 'GET' ? files.find(id) : undefined;
  const content = file && (await files.read(file));
  if (!file || !content) return reply(response, 404);
  const asFile = {
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name.toWellFormed())}`,
    'content-type': 'application/octet-stream',
  };
  const asPage = { 'content-security-policy': `${printPolicy}; frame-ancestors 'self'`, 'content-type': 'text/html; charset=utf-8' };
  response.writeHead(200, { ...safeHeaders, ...(file.use === 'print' ? asPage : asFile), 'content-length': content.size });
  await pipeline(content.stream, response).catch(() => undefined); // the browser disconnected and may retry
  if (response.writableFinished) await files.remove(id);
}

function fileNameOf({ headers }: IncomingMessage): string {
  const name = String(headers['x-file-name'] ?? '');
  try {
    return decodeURIComponent(name).slice(0, 200) || browserText.unnamedFile;
  } catch {
    return browserText.unnamedFile;
  }
}
