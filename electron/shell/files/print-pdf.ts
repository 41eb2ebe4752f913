import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { BrowserWindow, session } from 'electron';
import { origin, scheme } from '../origin.ts';
import { guardSession } from '../session-guard.ts';

const printPage = `${origin}/print`;

/** What was said may be hostile: the page gets its own words and styles, and nothing that runs or reaches out. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * Prints an HTML file of ours to PDF: in a hidden, sandboxed window without scripts, preload and network, whose session
 * is its own and forgotten afterwards. Not through a data URL, which is cut at 2 MB.
 */
export async function printPdf(htmlFile: string, signal: AbortSignal): Promise<Uint8Array> {
  const ownSession = session.fromPartition(`print-${randomUUID()}`);
  guardSession(ownSession, undefined);
  ownSession.protocol.handle(scheme, (request) =>
    request.url === printPage && request.method === 'GET' ? page(htmlFile) : new Response('Not found', { status: 404 }),
  );
  const window = new BrowserWindow({
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
  try {
    return await Promise.race([print(window), broken(window, signal)]);
  } finally {
    window.destroy();
    ownSession.protocol.unhandle(scheme);
  }
}

async function print(window: BrowserWindow): Promise<Uint8Array> {
  await window.loadURL(printPage);
  return window.webContents.printToPDF({ printBackground: true, pageSize: 'A4', generateTaggedPDF: true });
}

/** Rejects when the caller withdraws or the page crashes, of which printing itself may never hear. */
function broken({ webContents }: BrowserWindow, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    webContents.once('render-process-gone', (_event, { reason }) => reject(new Error(`the page to print is gone: ${reason}`)));
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    if (signal.aborted) reject(new Error('aborted'));
  });
}

function page(htmlFile: string): Response {
  // Node's own types of the web's streams are the same thing under another name
  const body = Readable.toWeb(createReadStream(htmlFile)) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
  return new Response(body, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, 'x-content-type-options': 'nosniff' },
  });
}
