import type { HostMessage, PageMessage } from '../../contract/browser-channel.ts';
import { pageMessageSchema } from '../../contract/browser-channel.ts';
import { ok } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { parseJson } from '../../contract/json.ts';
import type { Core } from '../../core/create-core.ts';
import type { Dialogs } from '../../host/dialogs.ts';
import { createDispatcher } from '../../host/dispatcher.ts';
import { createEventBatcher } from '../../host/event-batcher.ts';
import { parseExternalLink } from '../../host/parse-external-link.ts';
import { createShellHandlers } from '../../host/shell-handlers.ts';
import type { PendingApprovals } from '../approvals/pending-approvals.ts';
import { createBrowserDialogs, createBrowserPrint } from '../browser-dialogs.ts';
import type { FileTransfers } from '../file-transfers.ts';

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
