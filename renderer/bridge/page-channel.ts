import { parseJson } from '../../electron/contract/json.ts';
import type { HostMessage, PageMessage, Welcome } from '../../electron/contract/browser-channel.ts';
import type { EventMessage } from '../../electron/contract/events.ts';
import { fail } from '../../electron/contract/failures/fail.ts';
import { createOrderedLink, serializeFrame, type LinkFrame, type OrderedLink } from '../../electron/contract/ordered-link.ts';
import type { PreloadBridge, IpcRequest } from '../../electron/contract/ipc.ts';
import { maxPageMessageLength } from '../../electron/contract/text-pieces.ts';
import { createReceiptWatch } from './receipt-watch.ts';
import { createReconnectingSocket, type ReconnectingSocketOptions, type Socket, type SocketState } from './reconnecting-socket.ts';

/** State of the connection to the program. After `restarted` the page reloads; after `outdated` the user decides when. */
export type ChannelState = SocketState | 'restarted' | 'outdated';

/** A message for the page itself rather than for a caller or a listener. */
export type PageCommand = Exclude<HostMessage, { readonly kind: 'answer' | 'events' }>;

export interface PageChannelOptions extends Pick<ReconnectingSocketOptions, 'open' | 'checkAccess' | 'schedule' | 'random'> {
  /** Id of the page, new for each load. */
  readonly page: string;
  readonly now: () => number;
  readonly onCommand: (command: PageCommand) => void;
  readonly onState: (state: ChannelState) => void;
  /** Makes every store save its unsaved text. */
  readonly saveNow: () => void;
  /** Whether a form holds text that a reload would lose. */
  readonly hasUnsavedForm: () => boolean;
  readonly reload: () => void;
  readonly maxMessageLength?: number;
}

/** The page's end of the channel, which survives reconnects. */
export interface PageChannel {
  readonly bridge: PreloadBridge;
  readonly send: (message: PageMessage) => void;
  /** Checks at once whether the connection is alive, because the page is visible again or the network is back. */
  readonly wake: () => void;
  /** Tells the program that the page is closed for good. */
  readonly leave: () => void;
}

/** Idempotent routes that carry what the user typed. */
const repeatableRoutes: ReadonlySet<string> = new Set(['drafts.keep', 'history.change']);
/** After this time the user decides when to reload, because the text may still be on its way. */
const savingLimitMs = 10_000;
/** A connection that received something this recently needs no probe. */
const recentMs = 3000;
/** Cancels nothing. Its receipt proves that the connection works. */
const probe: PageMessage = { kind: 'request', request: { kind: 'cancel', id: Number.MAX_SAFE_INTEGER } };

interface PendingCall {
  readonly request: Extract<IpcRequest, { kind: 'call' }>;
  readonly resolve: (value: unknown) => void;
}

/** Creates the channel and opens its first connection. */
export function createPageChannel(options: PageChannelOptions): PageChannel {
  const { page, schedule, now, onCommand, saveNow, hasUnsavedForm, reload, maxMessageLength = maxPageMessageLength } = options;
  const listeners: ((batch: readonly EventMessage[]) => void)[] = [];
  const pending = new Map<number, PendingCall>();
  let link = newLink();
  let connection: Socket | undefined;
  let hasConnected = false;
  let receivedAt = -Infinity;
  let socketState: SocketState = 'connecting';
  let restart: { readonly kind: 'saving'; readonly cancelLimit: () => void } | { readonly kind: 'outdated' } | undefined;

  const reportState = (): void => {
    if (restart?.kind === 'outdated') options.onState('outdated');
    else if (socketState !== 'connected') options.onState(socketState);
    else if (watch.isSilent()) options.onState('not-answering');
    else options.onState(restart ? 'restarted' : 'connected');
  };
  const watch = createReceiptWatch({
    schedule,
    isWaiting: () => connection !== undefined && link.unconfirmed().length > 0,
    unsent: () => connection?.unsent() ?? 0,
    onChange: () => reportState(),
    onDead: () => socket.replace(),
  });
  /** Returns false if the message is too long. */
  const send = (message: PageMessage): boolean => {
    const text = serialize(message);
    if (text === undefined || text.length > maxMessageLength) return false;
    link.send(text);
    watch.sent();
    return true;
  };

  function newLink(): OrderedLink<string, HostMessage> {
    return createOrderedLink<string, HostMessage>({ deliver: (message) => receive(message), receiptEvery: 1 });
  }
  const receive = (message: HostMessage): void => {
    switch (message.kind) {
      case 'answer':
        return resolveCall(message.id, restoreValue(message.result));
      case 'events':
        for (const listener of listeners) listener(message.batch);
        return;
      case 'approvals':
      case 'choose-file':
      case 'download':
      case 'notification':
      case 'print':
        onCommand(message);
    }
  };
  const resolveCall = (id: number, result: unknown): void => {
    const call = pending.get(id);
    pending.delete(id);
    call?.resolve(result);
    if (restart?.kind !== 'saving' || !call || !isRepeatable(call)) return;
    if (isOk(result)) saveThenReload(restart);
    else remainOutdated(restart); // A reload would lose the unsaved text.
  };

  const onWelcome = ({ isKnown, got }: Welcome, next: Socket): void => {
    connection = next;
    receivedAt = now();
    const isRestarted = hasConnected && !isKnown;
    hasConnected = true;
    if (isRestarted) link = newLink();
    link.connect((frame) => next.send(serializeFrame(frame)), got);
    watch.sent();
    if (isRestarted) for (const call of pending.values()) if (isRepeatable(call)) send({ kind: 'request', request: call.request });
    if (isRestarted || restart?.kind === 'saving') save();
  };
  /** Saves what was typed and then reloads, because a restarted program doesn't know this page. */
  const save = (): void => {
    if (restart?.kind === 'saving') restart.cancelLimit();
    const saving = { kind: 'saving', cancelLimit: schedule(() => remainOutdated(saving), savingLimitMs) } as const;
    restart = saving;
    reportState();
    saveThenReload(saving);
  };
  const saveThenReload = (saving: { readonly cancelLimit: () => void }): void => {
    saveNow();
    if ([...pending.values()].some(isRepeatable)) return;
    if (hasUnsavedForm()) return remainOutdated(saving);
    saving.cancelLimit();
    reload();
  };
  const remainOutdated = ({ cancelLimit }: { readonly cancelLimit: () => void }): void => {
    cancelLimit();
    restart = { kind: 'outdated' };
    for (const [id, call] of pending) if (!isRepeatable(call)) resolveCall(id, unansweredFailure);
    reportState();
  };

  const socket = createReconnectingSocket({
    ...options,
    hello: () => ({ page, got: link.got() }),
    onWelcome,
    onText: (text) => {
      receivedAt = now();
      const frame = parseFrame(text);
      if (!frame) return socket.replace();
      link.receive(frame);
      watch.received();
    },
    onDisconnect: () => {
      connection = undefined;
      link.disconnect();
      watch.stop();
      // The limit counts only while there is a connection.
      if (restart?.kind === 'saving') restart.cancelLimit();
    },
    onState: (state) => {
      socketState = state;
      reportState();
    },
  });

  return {
    bridge: {
      call: (request) => {
        const isSent = send({ kind: 'request', request });
        if (request.kind === 'cancel') return Promise.resolve(undefined);
        const answer = Promise.withResolvers<unknown>();
        pending.set(request.id, { request, resolve: answer.resolve });
        if (!isSent) queueMicrotask(() => resolveCall(request.id, tooLongFailure));
        return answer.promise;
      },
      on: (listener) => void listeners.push(listener),
    },
    send,
    wake: () => {
      socket.retryNow();
      if (connection === undefined || now() - receivedAt < recentMs) return;
      watch.failFast();
      if (link.unconfirmed().length === 0) send(probe);
    },
    leave: () => send({ kind: 'bye' }),
  };
}

const unansweredFailure = fail('program-restarted');
const tooLongFailure = fail('page-request-too-long');

/** Returns undefined for a message that is longer than any string. */
function serialize(message: PageMessage): string | undefined {
  try {
    return JSON.stringify(message);
  } catch {
    return undefined;
  }
}

function isRepeatable({ request }: PendingCall): boolean {
  return repeatableRoutes.has(request.route);
}

function isOk(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === true;
}

/** Restores the undefined value that JSON omits. */
function restoreValue(result: unknown): unknown {
  return isOk(result) ? { value: undefined, ...(result as object) } : result;
}

function parseFrame(text: string): LinkFrame<HostMessage> | undefined {
  const value = parseJson(text);
  const isFrame = typeof value === 'object' && value !== null && 'got' in value && typeof value.got === 'number';
  // The program is trusted, so only the frame itself is checked.
  return isFrame ? (value as LinkFrame<HostMessage>) : undefined;
}
