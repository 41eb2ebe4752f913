import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { BrowserWindow, session, type Session } from 'electron';
import { printPolicy } from '../host/content-security-policy.ts';
import { origin, scheme } from './app-identity.ts';
import { guardSession } from './app-protocol.ts';

/**
 * Creates a function that prints HTML files to PDF, each in a hidden, sandboxed window without scripts, preload and network.
 * All windows share one session, because Electron never frees sessions. A data URL would be cut at 2 MB.
 */
export function createPdfPrinter(): (htmlFile: string, signal: AbortSignal) => Promise<Uint8Array> {
  const files = new Map<string, string>();
  let ownSession: Session | undefined;

  return async (htmlFile, signal) => {
    ownSession ??= openSession(files);
    const address = `${origin}/print-${randomUUID()}`;
    files.set(address, htmlFile);
    const window = openWindow(ownSession);
    try {
      return await Promise.race([print(window, address), broken(window, signal)]);
    } finally {
      window.destroy();
      files.delete(address);
    }
  };
}

/** Creates an in-memory session that serves the files being printed. */
function openSession(files: ReadonlyMap<string, string>): Session {
  const opened = session.fromPartition('print', { cache: false });
  guardSession(opened, undefined);
  opened.protocol.handle(scheme, ({ url, method }) => {
    const file = files.get(url);
    return file !== undefined && method === 'GET' ? page(file) : new Response('Not found', { status: 404 });
  });
  return opened;
}

function openWindow(ownSession: Session): BrowserWindow {
  return new BrowserWindow({
    show: false,
    webPreferences: {
      session: ownSession,
      javascript: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  });
}

async function print(window: BrowserWindow, address: string): Promise<Uint8Array> {
  await window.loadURL(address);
  return window.webContents.printToPDF({ printBackground: true, pageSize: 'A4', generateTaggedPDF: true });
}

/** Rejects when the caller aborts or the page crashes, because printing itself may never end then. */
function broken({ webContents }: BrowserWindow, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    webContents.once('render-process-gone', (_event, { reason }) => reject(new Error(`the page to print is gone: ${reason}`)));
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    if (signal.aborted) reject(new Error('aborted'));
  });
}

function page(htmlFile: string): Response {
  // Node's types of web streams are the same under another name
  const body = Readable.toWeb(createReadStream(htmlFile)) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
  return new Response(body, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': printPolicy, 'x-content-type-options': 'nosniff' },
  });
}
