import { parseJson } from '../../electron/contract/json.ts';
import type { Hello, Welcome } from '../../electron/contract/browser-channel.ts';

/** One connection to the program: a WebSocket, except in tests. */
export interface Socket {
  readonly send: (text: string) => void;
  readonly close: () => void;
  /** Bytes sent that are still buffered on this computer. */
  readonly unsent: () => number;
}

export interface SocketEvents {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** Runs a function later. Returns the function that cancels it. */
export type Schedule = (run: () => void, ms: number) => () => void;

/** Whether the program admits this page. Requested when a connection fails, because a WebSocket error has no reason. */
export type Access = 'granted' | 'denied' | 'unreachable';

/** State of the connection. `connecting` is too short to be shown. */
export type SocketState = 'connecting' | 'connected' | 'not-answering' | 'stopped' | 'signed-out' | 'blocked';

export interface ReconnectingSocketOptions {
  readonly open: (events: SocketEvents) => Socket;
  readonly hello: () => Hello;
  readonly checkAccess: () => Promise<Access>;
  readonly schedule: Schedule;
  /** From 0 to 1. Spreads the reconnects of many pages. */
  readonly random: () => number;
  readonly onWelcome: (welcome: Welcome, socket: Socket) => void;
  readonly onText: (text: string) => void;
  /** Called when a welcomed connection is lost. */
  readonly onDisconnect: () => void;
  readonly onState: (state: SocketState) => void;
}

/** A connection that reopens whenever it is lost. */
export interface ReconnectingSocket {
  /** Starts the next attempt at once if none is open, and replaces an attempt that went unanswered. */
  readonly retryNow: () => void;
  /** Closes the connection and opens another one. */
  readonly replace: () => void;
}

const answerLimitMs = 5000;
const firstPauseMs = 250;
const maxPauseMs = 2000;
/** After a connection that lasted this long, the next attempt is made at once. */
const stableAfterMs = 2000;
/** After this many failures with access granted, something in between blocks WebSockets. */
const failuresUntilBlocked = 4;

/** Opens the first connection. Reconnects at once, then with growing pauses. */
export function createReconnectingSocket(options: ReconnectingSocketOptions): ReconnectingSocket {
  const { open, hello, checkAccess, schedule, random, onWelcome, onText, onDisconnect, onState } = options;
  let phase: 'opening' | 'unanswered' | 'open' | 'pause' = 'pause';
  let socket: Socket | undefined;
  /** Number of the latest attempt, so that events of earlier ones are ignored. */
  let latestAttempt = 0;
  let failures = 0;
  let cancelTimer = (): void => undefined;

  const attempt = (): void => {
    cancelTimer();
    latestAttempt += 1;
    const attemptId = latestAttempt;
    phase = 'opening';
    cancelTimer = schedule(() => {
      phase = 'unanswered';
      onState('not-answering');
      // A suspended program answers once it continues; a dead connection never does.
      cancelTimer = schedule(replace, 2 * answerLimitMs);
    }, answerLimitMs);
    socket = open({
      onOpen: () => {
        if (attemptId === latestAttempt) socket?.send(JSON.stringify(hello()));
      },
      onText: (text) => {
        if (attemptId !== latestAttempt) return;
        if (phase === 'open') onText(text);
        else welcome(text);
      },
      onClose: () => {
        if (attemptId === latestAttempt) end(phase === 'open' ? 'connecting' : undefined);
      },
    });
  };
  const welcome = (text: string): void => {
    const parsed = parseWelcome(text);
    if (!parsed || !socket) return replace();
    cancelTimer();
    cancelTimer = schedule(() => void (failures = 0), stableAfterMs);
    phase = 'open';
    onState('connected');
    onWelcome(parsed, socket);
  };
  /** Without a state, requests the reason. */
  const end = (state: SocketState | undefined): void => {
    cancelTimer();
    const wasOpen = phase === 'open';
    const wasUnanswered = phase === 'unanswered';
    latestAttempt += 1;
    phase = 'pause';
    socket = undefined;
    failures += 1;
    if (wasOpen) onDisconnect();
    if (state !== undefined) onState(state);
    else if (!wasUnanswered) void reportReason();
    if (failures === 1) attempt();
    else {
      const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures - 2, 10));
      cancelTimer = schedule(attempt, pause * (0.75 + random() / 4));
    }
  };
  const reportReason = async (): Promise<void> => {
    const access = await checkAccess();
    // A later attempt has reported its state by now.
    if (phase === 'open' || phase === 'unanswered') return;
    if (access === 'unreachable') onState('stopped');
    else if (access === 'denied') onState('signed-out');
    else if (failures >= failuresUntilBlocked) onState('blocked');
  };
  const replace = (): void => {
    const previous = socket;
    end('not-answering');
    previous?.close();
  };

  attempt();
  return {
    retryNow: () => {
      if (phase === 'opening' || phase === 'open') return;
      const previous = socket;
      attempt();
      previous?.close();
    },
    replace,
  };
}

function parseWelcome(text: string): Welcome | undefined {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || !('isKnown' in value) || !('got' in value)) return undefined;
  const { isKnown, got } = value;
  return typeof isKnown === 'boolean' && typeof got === 'number' ? { isKnown, got } : undefined;
}
