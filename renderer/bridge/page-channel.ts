import { parseJson } from '../../electron/contract/json.ts';
import type { HostMessage, PageMessage, Welcome } from '../../electron/contract/browser-channel.ts';
import type { EventMessage } from '../../electron/contract/events.ts';
import { failed } from '../../electron/contract/failure.ts';
import { createOrderedLink, type LinkFrame, type OrderedLink } from '../../electron/contract/ordered-link.ts';
import type { PreloadBridge, IpcRequest } from '../../electron/contract/ipc.ts';
import { createReceiptWatch } from './receipt-watch.ts';
import { createReconnectingSocket, type ReconnectingSocketOptions, type Socket, type SocketState } from './reconnecting-socket.ts';

/** How it stands between the page and the program; after `restarted` the page is loaded anew, after `outdated` the user says when. */
export type ChannelState = SocketState | 'restarted' | 'outdated';

/** What the program says to the page itself rather than to a caller or a listener. */
export type PageOrder = Exclude<HostMessage, { readonly kind: 'answer' | 'events' }>;

export interface PageChannelOptions extends Pick<ReconnectingSocketOptions, 'open' | 'checkAccess' | 'schedule' | 'random'> {
  /** Made anew each time the page is loaded. */
  readonly page: string;
  readonly now: () => number;
  readonly onOrder: (order: PageOrder) => void;
  readonly onState: (state: ChannelState) => void;
  /** Has every store save now what it holds back for a pause in typing. */
  readonly saveNow: () => void;
  /** Whether something is typed that only the page has, and would lose when it is loaded anew. */
  readonly hasUnsavedForm: () => boolean;
  readonly reload: () => void;
}

/** A page's end of the channel, which outlasts its connections. */
export interface PageChannel {
  readonly bridge: PreloadBridge;
  readonly send: (message: PageMessage) => void;
  /** The page is looked at again, or the network is back: finds out at once whether the connection still lives. */
  readonly wake: () => void;
  /** The page goes for good. */
  readonly leave: () => void;
}

/** Repeating these does no harm, and they hold what the user typed. */
const repeatedRoutes: ReadonlySet<string> = new Set(['drafts.keep', 'history.change']);
const savingLimitMs = 3000;
/** A connection on which something arrived this recently needs no proof that it works. */
const freshMs = 3000;
/** Cancels nothing; the receipt for it is the proof. */
const probe: PageMessage = { kind: 'request', request: { kind: 'cancel', id: Number.MAX_SAFE_INTEGER } };

interface PendingCall {
  readonly request: Extract<IpcRequest, { kind: 'call' }>;
  readonly resolve: (value: unknown) => void;
}

/** Makes the channel and opens its first connection. */
export function createPageChannel(options: PageChannelOptions): PageChannel {
  const { page, schedule, now, onOrder, saveNow, hasUnsavedForm, reload } = options;
  const listeners: ((batch: readonly EventMessage[]) => void)[] = [];
  const pending = new Map<number, PendingCall>();
  let link = newLink();
  let connection: Socket | undefined;
  let hasBeenWelcome = false;
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
  const send = (message: PageMessage): void => {
    link.send(message);
    watch.sent();
  };

  function newLink(): OrderedLink<PageMessage, HostMessage> {
    return createOrderedLink<PageMessage, HostMessage>({ deliver: (message) => receive(message), receiptEvery: 1 });
  }
  const receive = (message: HostMessage): void => {
    switch (message.kind) {
      case 'answer':
        return settle(message.id, restoreValue(message.result));
      case 'events':
        for (const listener of listeners) listener(message.batch);
        return;
      case 'approvals':
      case 'choose-file':
      case 'download':
      case 'notification':
      case 'print':
        onOrder(message);
    }
  };
  const settle = (id: number, result: unknown): void => {
    const call = pending.get(id);
    pending.delete(id);
    call?.resolve(result);
    if (restart?.kind !== 'saving' || !call || !isRepeated(call)) return;
    if (isOk(result)) saveThenReload(restart);
    else remainOutdated(restart); // loading anew would lose what could not be saved
  };

  const onWelcome = ({ isKnown, got }: Welcome, next: Socket): void => {
    connection = next;
    receivedAt = now();
    const isRestarted = hasBeenWelcome && !isKnown;
    hasBeenWelcome = true;
    if (isRestarted) link = newLink();
    link.connect((frame) => next.send(JSON.stringify(frame)), got);
    watch.sent();
    if (isRestarted) for (const call of pending.values()) if (isRepeated(call)) send({ kind: 'request', request: call.request });
    if (isRestarted || restart?.kind === 'saving') save();
  };
  /** The program knows nothing of this page: hands over what was typed, then loads the page anew. */
  const save = (): void => {
    if (restart?.kind === 'saving') restart.cancelLimit();
    restart = { kind: 'saving', cancelLimit: schedule(reload, savingLimitMs) };
    reportState();
    saveThenReload(restart);
  };
  const saveThenReload = (saving: { readonly cancelLimit: () => void }): void => {
    saveNow();
    if ([...pending.values()].some(isRepeated)) return;
    if (hasUnsavedForm()) return remainOutdated(saving);
    saving.cancelLimit();
    reload();
  };
  const remainOutdated = ({ cancelLimit }: { readonly cancelLimit: () => void }): void => {
    cancelLimit();
    restart = { kind: 'outdated' };
    for (const [id, call] of pending) if (!isRepeated(call)) settle(id, neverAnswered);
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
    onCut: () => {
      connection = undefined;
      link.disconnect();
      watch.stop();
      // the limit counts only while there is a connection to save by
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
        send({ kind: 'request', request });
        if (request.kind === 'cancel') return Promise.resolve(undefined);
        return new Promise((resolve) => pending.set(request.id, { request, resolve }));
      },
      on: (listener) => void listeners.push(listener),
    },
    send,
    wake: () => {
      socket.retryNow();
      if (connection === undefined || now() - receivedAt < freshMs) return;
      watch.hurry();
      if (link.unconfirmed().length === 0) send(probe);
    },
    leave: () => send({ kind: 'bye' }),
  };
}

const neverAnswered = failed('connection-lost', 'Causeway was restarted before it answered.', 'Try again.');

function isRepeated({ request }: PendingCall): boolean {
  return repeatedRoutes.has(request.route);
}

function isOk(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === true;
}

/** JSON leaves out what is undefined. */
function restoreValue(result: unknown): unknown {
  return isOk(result) ? { value: undefined, ...(result as object) } : result;
}

function parseFrame(text: string): LinkFrame<HostMessage> | undefined {
  const value = parseJson(text);
  const isFrame = typeof value === 'object' && value !== null && 'got' in value && typeof value.got === 'number';
  // the program's messages are taken at their word; that this is one of them is all that is asked
  return isFrame ? (value as LinkFrame<HostMessage>) : undefined;
}
