import { parseJson } from '../../electron/contract/json.ts';
import type { HostMessage, PageMessage } from '../../electron/contract/browser-channel.ts';
import type { EventMessage } from '../../electron/contract/events.ts';
import { fail } from '../../electron/contract/failures/fail.ts';
import type { PreloadBridge } from '../../electron/contract/ipc.ts';
import { maxPageMessageLength } from '../../electron/contract/text-pieces.ts';
import { isRepeatable, isRepeatableWrite } from './repeatable-routes.ts';
import { createReconnectingSocket, type ReconnectingSocketOptions, type SocketState } from './reconnecting-socket.ts';

/** State of the connection to the program. After `restarted` the page reloads; after `outdated` the user decides when. */
export type ChannelState = SocketState | 'restarted' | 'outdated';

/** A message for the page itself rather than for a caller or a listener. */
export type PageCommand = Exclude<HostMessage, { readonly kind: 'answer' | 'events' | 'pong' | 'welcome' }>;

export interface PageChannelOptions extends Pick<ReconnectingSocketOptions, 'open' | 'checkAccess' | 'schedule' | 'now' | 'random'> {
  /** Id of the page, new for each load. */
  readonly page: string;
  readonly onCommand: (command: PageCommand) => void;
  readonly onState: (state: ChannelState) => void;
  /** Makes every store save its unsaved text. */
  readonly saveNow: () => void;
  /** Whether a form holds text that a reload would lose. */
  readonly hasUnsavedForm: () => boolean;
  readonly reload: () => void;
  readonly maxMessageLength?: number;
}

/** The page's end of the channel. Each connection is new; what a lost one may have lost is sent or read again. */
export interface PageChannel {
  readonly bridge: PreloadBridge;
  /** Drops the message without a connection. */
  readonly send: (message: PageMessage) => void;
  /** Checks at once whether the connection is alive, because the page is visible again or the network is back. */
  readonly wake: () => void;
}

/** After this time the user decides when to reload, because the text may still be on its way. */
const savingLimitMs = 10_000;
const linkRestored: EventMessage = { event: 'link.restored', payload: undefined };

interface PendingCall {
  readonly route: string;
  readonly text: string;
  readonly resolve: (value: unknown) => void;
  isSent: boolean;
}

/** Creates the channel and opens its first connection. */
export function createPageChannel(options: PageChannelOptions): PageChannel {
  const { page, schedule, onCommand, saveNow, hasUnsavedForm, reload, maxMessageLength = maxPageMessageLength } = options;
  const listeners: ((batch: readonly EventMessage[]) => void)[] = [];
  const pending = new Map<number, PendingCall>();
  let isConnected = false;
  /** The program that the page was connected to first, or was reconnected to since it is outdated. */
  let program: string | undefined;
  let socketState: SocketState = 'connecting';
  let restart: { readonly kind: 'saving'; readonly cancelLimit: () => void } | { readonly kind: 'outdated' } | undefined;

  const reportState = (): void => {
    if (restart?.kind === 'outdated') options.onState('outdated');
    else if (socketState === 'connected' && restart) options.onState('restarted');
    else options.onState(socketState);
  };
  const deliver = (batch: readonly EventMessage[]): void => {
    for (const listener of listeners) listener(batch);
  };
  const transmit = (call: PendingCall): void => {
    if (!isConnected) return;
    call.isSent = true;
    socket.send(call.text);
  };
  const receive = (message: HostMessage): void => {
    switch (message.kind) {
      case 'welcome':
        return onWelcome(message.program);
      case 'answer':
        return settle(message.id, restoreValue(message.result));
      case 'events':
        return deliver(message.batch);
      case 'pong':
        return;
      case 'approvals':
      case 'choose-file':
      case 'download':
      case 'notification':
      case 'print':
        onCommand(message);
    }
  };
  const isSaving = (): boolean => [...pending.values()].some(({ route }) => isRepeatableWrite(route));
  const settle = (id: number, result: unknown): void => {
    const call = pending.get(id);
    pending.delete(id);
    call?.resolve(result);
    if (restart?.kind !== 'saving' || !call || !isRepeatableWrite(call.route)) return;
    const saving = restart;
    if (!isOk(result)) return remainOutdated(saving); // A reload would lose the unsaved text.
    if (isSaving()) return;
    // Later, because its caller may save something in turn.
    schedule(() => {
      if (restart === saving) saveThenReload(saving);
    }, 0);
  };

  const onWelcome = (next: string): void => {
    const isRestarted = program !== undefined && program !== next;
    const isBack = program === next;
    program = next;
    isConnected = true;
    for (const call of pending.values()) transmit(call);
    if (isRestarted || restart?.kind === 'saving') save();
    else if (isBack) deliver([linkRestored]);
  };
  const onDisconnect = (): void => {
    isConnected = false;
    for (const [id, { route, isSent }] of pending) if (isSent && !isRepeatable(route)) settle(id, lostFailure);
    // The limit counts only while there is a connection.
    if (restart?.kind === 'saving') restart.cancelLimit();
  };
  /** Saves what was typed and then reloads, because another version of the program may have other pages. */
  const save = (): void => {
    if (restart?.kind === 'saving') restart.cancelLimit();
    const saving = { kind: 'saving', cancelLimit: schedule(() => remainOutdated(saving), savingLimitMs) } as const;
    restart = saving;
    reportState();
    saveThenReload(saving);
  };
  const saveThenReload = (saving: { readonly cancelLimit: () => void }): void => {
    saveNow();
    if (isSaving()) return;
    if (hasUnsavedForm()) return remainOutdated(saving);
    saving.cancelLimit();
    reload();
  };
  const remainOutdated = ({ cancelLimit }: { readonly cancelLimit: () => void }): void => {
    cancelLimit();
    restart = { kind: 'outdated' };
    reportState();
  };

  const socket = createReconnectingSocket({
    ...options,
    hello: JSON.stringify({ page }),
    ping: JSON.stringify({ kind: 'ping' } satisfies PageMessage),
    onText: (text) => {
      const message = parseJson(text);
      // The program is trusted, so its messages are not checked further.
      if (typeof message === 'object' && message !== null) receive(message as HostMessage);
      else socket.replace();
    },
    onDisconnect,
    onState: (state) => {
      socketState = state;
      reportState();
    },
  });
  const send = (message: PageMessage): void => {
    if (isConnected) socket.send(JSON.stringify(message));
  };

  return {
    bridge: {
      call: (request) => {
        if (request.kind === 'cancel') {
          pending.delete(request.id);
          send({ kind: 'request', request });
          return Promise.resolve(undefined);
        }
        const { promise, resolve } = Promise.withResolvers<unknown>();
        const text = serialize({ kind: 'request', request });
        const call = { route: request.route, text: text ?? '', resolve, isSent: false };
        pending.set(request.id, call);
        if (text !== undefined && text.length <= maxMessageLength) transmit(call);
        else queueMicrotask(() => settle(request.id, tooLongFailure));
        return promise;
      },
      on: (listener) => void listeners.push(listener),
    },
    send,
    wake: socket.wake,
  };
}

const lostFailure = fail('link-lost');
const tooLongFailure = fail('page-request-too-long');

/** Returns undefined for a message that is longer than any string. */
function serialize(message: PageMessage): string | undefined {
  try {
    return JSON.stringify(message);
  } catch {
    return undefined;
  }
}

function isOk(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === true;
}

/** Restores the undefined value that JSON omits. */
function restoreValue(result: unknown): unknown {
  return isOk(result) ? { value: undefined, ...(result as object) } : result;
}
