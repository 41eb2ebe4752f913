import { type HostMessage, type PageMessage, pageMessageSchema } from '../../contract/browser-channel.ts';
import { ok } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { parseJson } from '../../contract/json.ts';
import type { Core } from '../../core/create-core.ts';
import type { Dialogs } from '../../host/dialogs.ts';
import { createDispatcher } from '../../host/dispatcher.ts';
import { createEventBatcher } from '../../host/event-batcher.ts';
import { parseExternalLink, createShellHandlers } from '../../host/shell-handlers.ts';
import type { PendingApprovals } from '../approvals/pending-approvals.ts';
import type { FileTransfers } from '../file-transfers.ts';
import { exportCancelled, type ConversationFileDependencies } from '../../host/files/conversation-files.ts';

interface BrowserDialogsOptions {
  readonly files: FileTransfers;
  readonly send: (message: HostMessage) => void;
  readonly confirm: Dialogs['confirm'];
  /** Aborted when the page can upload no more. */
  readonly gone: AbortSignal;
}

/**
 * Creates dialogs for a browser: saving is a download, opening uses the browser's file chooser, and questions are asked at a
 * terminal.
 */
function createBrowserDialogs({ files, send, confirm, gone }: BrowserDialogsOptions): Dialogs {
  return {
    chooseFileToSave: async (_title, name) => {
      const { id, path } = await files.offer(name, 'download');
      return {
        path,
        deliver: async () => {
          send({ kind: 'download', id, name });
          return name;
        },
        discard: () => files.remove(id),
      };
    },
    chooseFileToOpen: async (title, kinds, maxBytes) => {
      const { id, received } = files.expect(maxBytes);
      gone.addEventListener('abort', () => files.withdraw(id), { once: true });
      send({ kind: 'choose-file', id, title, extensions: kinds.flatMap(({ extensions }) => extensions) });
      return received;
    },
    confirm,
  };
}

/** Creates the print function, which uses the browser's print dialog. The user can save a PDF there. */
function createBrowserPrint({ files, send }: Pick<BrowserDialogsOptions, 'files' | 'send'>): ConversationFileDependencies['printPdf'] {
  return async ({ suggestedName, writeHtml }, signal) => {
    const { id, path } = await files.offer(suggestedName, 'print');
    const written = await writeHtml(path);
    if (!written.ok || signal.aborted) {
      await files.remove(id);
      return written.ok ? exportCancelled() : written;
    }
    send({ kind: 'print', id });
    return ok({ file: null });
  };
}

/** Shared by all pages. */
export interface PageContext {
  readonly core: Core;
  readonly logFolder: string;
  readonly files: FileTransfers;
  readonly approvals: PendingApprovals;
  /** Flags of a second start that answers the approvals. */
  readonly approveFlags: string;
  readonly now: () => number;
}

/** What the program does for a page over one connection. */
export interface PageSession {
  /** Handles a message. Returns false if it is invalid. */
  readonly receive: (text: string) => boolean;
  /** Aborts the page's calls. After a lost connection the page repeats those that it can. */
  readonly close: () => void;
}

/** Answers a page's requests and sends it events. */
export function openPageSession(
  { core, files, approvals, approveFlags, ...context }: PageContext,
  write: (text: string) => void,
): PageSession {
  const gone = new AbortController();
  const send = (message: HostMessage): void => write(JSON.stringify(message));
  const confirm: Dialogs['confirm'] = (question, signal) =>
    approvals.ask(question, signal ? AbortSignal.any([gone.signal, signal]) : gone.signal);
  const shellHandlers = createShellHandlers({
    core,
    dialogs: createBrowserDialogs({ files, send, confirm, gone: gone.signal }),
    now: context.now,
    refusals: () => dispatcher.refusals(),
    printPdf: createBrowserPrint({ files, send }),
    // the page opens the link; this only checks it
    openLink: async (url) => {
      const link = parseExternalLink(url);
      return link.ok ? ok(undefined) : link;
    },
    showLogs: async () => fail('log-folder-elsewhere', { folder: context.logFolder }),
  });
  const dispatcher = createDispatcher({
    handlers: { ...core.handlers, ...shellHandlers },
    onBug: (route, error) => core.log.error('handler.bug', { route, error }),
  });

  const handle = async (request: Extract<PageMessage, { kind: 'request' }>['request']): Promise<void> => {
    const result = await dispatcher.handle({ id: 0, isTrusted: true }, request);
    if (request.kind === 'call' && !gone.signal.aborted) send({ kind: 'answer', id: request.id, result });
  };

  const batcher = createEventBatcher((batch) => send({ kind: 'events', batch }));
  const stopListening = core.listen(batcher.push);
  const sendApprovals = (waiting: ReturnType<PendingApprovals['list']>): void =>
    send({ kind: 'approvals', isWaiting: waiting.length > 0, flags: approveFlags });
  const stopApprovals = approvals.listen(sendApprovals);
  sendApprovals(approvals.list());

  return {
    receive: (text) => {
      const parsed = pageMessageSchema.safeParse(parseJson(text));
      if (!parsed.success) return false;
      if (parsed.data.kind === 'request') void handle(parsed.data.request);
      else if (parsed.data.kind === 'no-file') files.withdraw(parsed.data.id);
      else send({ kind: 'pong' });
      return true;
    },
    close: () => {
      stopListening();
      stopApprovals();
      batcher.stop();
      gone.abort();
      dispatcher.cancelAll(0);
    },
  };
}
