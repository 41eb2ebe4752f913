import { parseJson } from '../../contract/json.ts';
import type { HostMessage, PageMessage, Welcome } from '../../contract/browser-channel.ts';
import { pageFrameSchema, pageMessageSchema } from '../../contract/browser-channel.ts';
import { createOrderedLink, serializeFrame } from '../../contract/ordered-link.ts';
import type { Core } from '../../core/create-core.ts';
import type { Dialogs } from '../../host/dialogs.ts';
import { createEventBatcher } from '../../host/event-batcher.ts';
import { parseExternalLink } from '../../host/parse-external-link.ts';
import { createDispatcher } from '../../host/dispatcher.ts';
import { createShellHandlers } from '../../host/shell-handlers.ts';
import type { NotificationContent } from '../../host/watch-notifications.ts';
import { ok } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
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

/** A connection to a page. */
export interface PageConnection {
  readonly write: (text: string) => void;
  readonly end: () => void;
}

/** The session of one page in a browser. It survives reconnects. */
export interface PageSession {
  /** Switches to a new connection and resends what the page has missed. */
  readonly connect: (connection: PageConnection, isKnown: boolean, got: number) => void;
  readonly disconnect: (connection: PageConnection) => void;
  /** Handles a message from the connection. */
  readonly receive: (text: string) => void;
  readonly notify: (content: NotificationContent) => void;
  readonly close: () => void;
}

export interface PageSessionOptions extends PageContext {
  /** Called when the page closes, or has fallen too far behind. */
  readonly onEnd: () => void;
}

/** Limit for a sleeping page. Beyond it, the page is reloaded when it wakes. */
const maxUnconfirmedCharacters = 32_000_000;

/** Creates a session that answers a page's requests and sends it events, over its current connection. */
export function createPageSession(options: PageSessionOptions): PageSession {
  const { core, files, approvals, approveFlags, onEnd } = options;
  let connection: PageConnection | undefined;
  const gone = new AbortController();

  const link = createOrderedLink<string, unknown>({ deliver: (message) => handleMessage(message), receiptEvery: 1 });
  const send = (message: HostMessage): void => {
    const text = JSON.stringify(message);
    link.send(text);
    const waiting = link.unconfirmed();
    const isWorthCounting = text.length > 100_000 || waiting.length % 64 === 0; // a page that is awake has only a few unconfirmed messages
    if (isWorthCounting && lengthWithoutLongest(waiting) > maxUnconfirmedCharacters) onEnd();
  };
  const confirm: Dialogs['confirm'] = (question, signal) =>
    approvals.ask(question, signal ? AbortSignal.any([gone.signal, signal]) : gone.signal);
  const shellHandlers = createShellHandlers({
    core,
    dialogs: createBrowserDialogs({ files, send, confirm }),
    now: options.now,
    refusals: () => dispatcher.refusals(),
    printPdf: createBrowserPrint({ files, send }),
    // the page opens the link; this only checks it
    openLink: async (url) => {
      const link = parseExternalLink(url);
      return link.ok ? ok(undefined) : link;
    },
    showLogs: async () => fail('log-folder-elsewhere', { folder: options.logFolder }),
  });
  const dispatcher = createDispatcher({
    handlers: { ...core.handlers, ...shellHandlers },
    onBug: (route, error) => core.log.error('handler.bug', { route, error }),
  });

  const handle = async (request: Extract<PageMessage, { kind: 'request' }>['request']): Promise<void> => {
    const result = await dispatcher.handle({ id: 0, isTrusted: true }, request);
    if (request.kind === 'call') send({ kind: 'answer', id: request.id, result });
  };
  const handleMessage = (message: unknown): void => {
    const parsed = pageMessageSchema.safeParse(message);
    if (!parsed.success) return onEnd();
    switch (parsed.data.kind) {
      case 'request':
        return void handle(parsed.data.request);
      case 'no-file':
        return files.withdraw(parsed.data.id);
      case 'bye':
        return onEnd();
    }
  };

  const batcher = createEventBatcher((batch) => send({ kind: 'events', batch }));
  const stopListening = core.listen(batcher.push);
  const sendApprovals = (waiting: ReturnType<PendingApprovals['list']>): void =>
    send({ kind: 'approvals', isWaiting: waiting.length > 0, flags: approveFlags });
  const stopApprovals = approvals.listen(sendApprovals);
  if (approvals.list().length > 0) sendApprovals(approvals.list());

  return {
    connect: (next, isKnown, got) => {
      connection?.end();
      connection = next;
      next.write(JSON.stringify({ isKnown, got: link.got() } satisfies Welcome));
      link.connect((frame) => next.write(serializeFrame(frame)), got);
    },
    disconnect: (former) => {
      if (connection !== former) return;
      connection = undefined;
      link.disconnect();
    },
    receive: (text) => {
      const frame = pageFrameSchema.safeParse(parseJson(text));
      if (frame.success) link.receive(frame.data);
      else onEnd();
    },
    notify: (content) => send({ kind: 'notification', ...content }),
    close: () => {
      stopListening();
      stopApprovals();
      batcher.stop();
      gone.abort();
      dispatcher.cancelAll(0);
      link.disconnect();
      connection?.end();
    },
  };
}

/** Returns the length of all messages but the longest, because one long answer says nothing about the page. */
function lengthWithoutLongest(messages: readonly string[]): number {
  let sum = 0;
  let longest = 0;
  for (const { length } of messages) {
    sum += length;
    longest = Math.max(longest, length);
  }
  return sum - longest;
}
