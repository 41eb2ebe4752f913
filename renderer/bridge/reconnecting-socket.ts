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
  /** The first text of each connection. The program answers it. */
  readonly hello: string;
  /** A text that the program answers at once. */
  readonly ping: string;
  readonly checkAccess: () => Promise<Access>;
  readonly schedule: Schedule;
  readonly now: () => number;
  /** From 0 to 1. Spreads the reconnects of many pages. */
  readonly random: () => number;
  readonly onText: (text: string) => void;
  /** Called when a connection is lost that had received something. */
  readonly onDisconnect: () => void;
  readonly onState: (state: SocketState) => void;
}

const answerLimitMs = 5000;
/** Large enough for what the network buffers of a long message. A visible page doesn't wait that long. */
const giveUpMs = 30_000;
const firstPauseMs = 250;
const maxPauseMs = 2000;
/** After a connection that lasted this long, the next attempt is made at once. */
const stableAfterMs = 2000;
/** A connection that received something this recently needs no ping. */
const recentMs = 3000;
/** After this many failures with access granted, something in between blocks WebSockets. */
const failuresUntilBlocked = 4;

/** Opens the first connection. Reconnects at once, then with growing pauses. */
export function createReconnectingSocket(options: ReconnectingSocketOptions) {
  const { open, hello, ping, checkAccess, schedule, now, random, onText, onDisconnect, onState } = options;
  let phase: 'opening' | 'open' | 'pause' = 'pause';
  let socket: Socket | undefined;
  /** Number of the latest attempt, so that events of earlier ones are ignored. */
  let latestAttempt = 0;
  let failures = 0;
  let openedAt = 0;
  let receivedAt = 0;
  let cancelPause = (): void => undefined;
  /** Set while an answer to the hello or to a ping is expected. */
  let cancelWait: (() => void) | undefined;
  let isSilent = false;
  /** Whether to give the connection up as soon as it is silent. */
  let isUrgent = false;

  const attempt = (): void => {
    cancelPause();
    latestAttempt += 1;
    const attemptId = latestAttempt;
    phase = 'opening';
    awaitText();
    socket = open({
      onOpen: () => {
        if (attemptId === latestAttempt) socket?.send(hello);
      },
      onText: (text) => {
        if (attemptId === latestAttempt) receive(text);
      },
      onClose: () => {
        if (attemptId === latestAttempt) end(phase === 'open' ? 'connecting' : undefined);
      },
    });
  };
  const awaitText = (): void => {
    cancelWait ??= schedule(() => {
      isSilent = true;
      onState('not-answering');
      if (isUrgent) replace();
      else awaitProgress(socket?.unsent() ?? 0);
    }, answerLimitMs);
  };
  /** A suspended program answers once it continues, and a long message may still be on its way. A dead connection never does either. */
  const awaitProgress = (before: number): void => {
    cancelWait = schedule(() => {
      const left = socket?.unsent() ?? 0;
      if (left < before) awaitProgress(left);
      else replace();
    }, giveUpMs);
  };
  const stopWaiting = (): void => {
    cancelWait?.();
    cancelWait = undefined;
    isSilent = false;
    isUrgent = false;
  };
  const receive = (text: string): void => {
    const isNews = phase === 'opening' || isSilent;
    stopWaiting();
    receivedAt = now();
    if (phase === 'opening') openedAt = receivedAt;
    phase = 'open';
    if (isNews) onState('connected');
    onText(text);
  };
  /** Without a state, requests the reason, unless the state says that there was no answer. */
  const end = (state: SocketState | undefined): void => {
    const wasOpen = phase === 'open';
    const wasSilent = isSilent;
    stopWaiting();
    latestAttempt += 1;
    phase = 'pause';
    socket = undefined;
    if (wasOpen && now() - openedAt >= stableAfterMs) failures = 0;
    failures += 1;
    if (wasOpen) onDisconnect();
    if (state !== undefined) onState(state);
    else if (!wasSilent) void reportReason();
    if (failures === 1) return attempt();
    const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures - 2, 10));
    cancelPause = schedule(attempt, pause * (0.75 + random() / 4));
  };
  const reportReason = async (): Promise<void> => {
    const access = await checkAccess();
    // A later attempt has reported its state by now.
    if (phase === 'open' || isSilent) return;
    if (access === 'unreachable') onState('stopped');
    else if (access === 'denied') onState('signed-out');
    else if (failures >= failuresUntilBlocked) onState('blocked');
  };
  const replace = (): void => {
    const previous = socket;
    end('not-answering');
    previous?.close();
  };
  const sendPing = (): void => {
    if (cancelWait) return;
    socket?.send(ping);
    awaitText();
  };

  attempt();
  return {
    /** Sends a text over an open connection, and a ping whose answer proves that it arrives. */
    send: (text: string): void => {
      if (phase !== 'open') return;
      socket?.send(text);
      sendPing();
    },
    /** Checks at once whether the connection is alive, because the page is visible again or the network is back. */
    wake: (): void => {
      if (phase === 'pause') return attempt();
      if (isSilent) return replace();
      if (phase !== 'open' || now() - receivedAt < recentMs) return;
      isUrgent = true;
      sendPing();
    },
    /** Closes the connection and opens another one. */
    replace,
  };
}
