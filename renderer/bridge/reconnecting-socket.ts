import { parseJson } from '../../electron/contract/json.ts';
import type { Hello, Welcome } from '../../electron/contract/browser-channel.ts';

/** One connection to the program; a WebSocket, but for tests. */
export interface Socket {
  readonly send: (text: string) => void;
  readonly close: () => void;
  /** How much was sent and is still on this computer. */
  readonly unsent: () => number;
}

/** What a connection reports. */
export interface SocketEvents {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** Runs something later; returns what prevents it. */
export type Schedule = (run: () => void, ms: number) => () => void;

/** Whether the program would let this page in; asked where a connection can't be opened, which gives no reason by itself. */
export type Access = 'granted' | 'denied' | 'unreachable';

/** How it stands with the connection. `connecting` is too short to be worth a word. */
export type SocketState = 'connecting' | 'connected' | 'not-answering' | 'stopped' | 'signed-out' | 'blocked';

export interface ReconnectingSocketOptions {
  readonly open: (events: SocketEvents) => Socket;
  readonly hello: () => Hello;
  readonly checkAccess: () => Promise<Access>;
  readonly schedule: Schedule;
  /** From 0 to 1, so that many pages don't come back at the same moment. */
  readonly random: () => number;
  readonly onWelcome: (welcome: Welcome, socket: Socket) => void;
  readonly onText: (text: string) => void;
  /** The connection that was welcomed is gone. */
  readonly onCut: () => void;
  readonly onState: (state: SocketState) => void;
}

/** A connection that is opened again whenever it is gone. */
export interface ReconnectingSocket {
  /** Tries at once if it waits for the next attempt; gives up an attempt that has gone unanswered. */
  readonly retryNow: () => void;
  /** Gives up the connection and opens another one. */
  readonly replace: () => void;
}

const answerLimitMs = 5000;
const firstPauseMs = 250;
const maxPauseMs = 2000;
/** A connection that lasts this long was a good one: after it the next attempt is made at once. */
const goodAfterMs = 2000;
/** Let in, but without a connection so often: something in between does not pass WebSockets. */
const failuresUntilBlocked = 4;

/** Opens the first connection and, at once and then with growing pauses, each one after it. */
export function createReconnectingSocket(options: ReconnectingSocketOptions): ReconnectingSocket {
  const { open, hello, checkAccess, schedule, random, onWelcome, onText, onCut, onState } = options;
  let phase: 'opening' | 'unanswered' | 'open' | 'pause' = 'pause';
  let socket: Socket | undefined;
  /** Counts the attempts, so that what a former one still tells is ignored. */
  let current = 0;
  let failures = 0;
  let cancelTimer = (): void => undefined;

  const attempt = (): void => {
    cancelTimer();
    current += 1;
    const own = current;
    phase = 'opening';
    cancelTimer = schedule(() => {
      phase = 'unanswered';
      onState('not-answering');
      // A program that is held up takes what waits for it once it continues; a dead path never does.
      cancelTimer = schedule(replace, 2 * answerLimitMs);
    }, answerLimitMs);
    socket = open({
      onOpen: () => {
        if (own === current) socket?.send(JSON.stringify(hello()));
      },
      onText: (text) => {
        if (own !== current) return;
        if (phase === 'open') onText(text);
        else welcome(text);
      },
      onClose: () => {
        if (own === current) end(phase === 'open' ? 'connecting' : undefined);
      },
    });
  };
  const welcome = (text: string): void => {
    const parsed = parseWelcome(text);
    if (!parsed || !socket) return replace();
    cancelTimer();
    cancelTimer = schedule(() => void (failures = 0), goodAfterMs);
    phase = 'open';
    onState('connected');
    onWelcome(parsed, socket);
  };
  /** Without a state, the reason is asked for. */
  const end = (state: SocketState | undefined): void => {
    cancelTimer();
    const wasOpen = phase === 'open';
    const wasUnanswered = phase === 'unanswered';
    current += 1;
    phase = 'pause';
    socket = undefined;
    failures += 1;
    if (wasOpen) onCut();
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
    // Another attempt has said more by now.
    if (phase === 'open' || phase === 'unanswered') return;
    if (access === 'unreachable') onState('stopped');
    else if (access === 'denied') onState('signed-out');
    else if (failures >= failuresUntilBlocked) onState('blocked');
  };
  const replace = (): void => {
    const former = socket;
    end('not-answering');
    former?.close();
  };

  attempt();
  return {
    retryNow: () => {
      if (phase === 'opening' || phase === 'open') return;
      const former = socket;
      attempt();
      former?.close();
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
