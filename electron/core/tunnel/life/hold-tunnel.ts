import type { Failure } from '../../../contract/failure.ts';
import type { Clock } from '../../support/clock.ts';
import type { Dial, DialTarget } from '../../support/dial.ts';
import { createCounting, type TunnelCounters } from '../counters.ts';
import type { WatchNetwork } from '../network-watch.ts';
import type { Ask, Hop } from '../ports.ts';
import { createMachineKeeper } from '../state/machine-keeper.ts';
import type { TunnelChange, TunnelState } from '../state/tunnel-state.ts';
import type { Timers } from '../timers.ts';
import type { Session, Transport } from '../transport.ts';
import { createDialing } from './dialing.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';
import { unavailable } from './unavailable.ts';
import { createWaitingLine } from './waiting-line.ts';

/** A key that was refused because another is known of its hop: what "this is a new instance" is about. */
export interface RefusedKey {
  readonly hop: Hop;
  readonly key: Buffer;
}

/** A way to the inference server that stays. */
export interface Tunnel {
  readonly start: () => void;
  readonly stop: () => void;
  /** Starts it, ends a wait, or tries again what only the user could mend. */
  readonly reconnectNow: () => void;
  /** The connection may be dead: after a wake, a change of network. */
  readonly suspect: (cause: string) => void;
  /** Starts the tunnel where needed, waits a bounded time while it reconnects, then rejects with a FailureError. */
  readonly dial: Dial;
  /** As `dial`, but our side stays open after the other has ended. */
  readonly dialHalfOpen: Dial;
  /** Starts it where needed and settles when it is ready, as `dial` does before it opens a connection. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  readonly state: () => TunnelState;
  /** Returns the end of the subscription. */
  readonly onChange: (listener: (change: TunnelChange) => void) => () => void;
  /** The last 200 changes, newest last. */
  readonly history: () => readonly TunnelChange[];
  readonly counters: () => TunnelCounters;
  /** The key of the last attempt that was refused as changed; for `HostKeyBook.replaceOwn`. */
  readonly refusedKey: () => RefusedKey | undefined;
  readonly dispose: () => void;
}

export interface HoldOptions {
  readonly transport: (ask: Ask) => Transport;
  readonly ask: Ask;
  readonly target: DialTarget;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly watchNetwork: WatchNetwork;
  readonly chance: () => number;
  readonly keepaliveMs: number;
  /** How long a request waits for a session. */
  readonly waitMs: () => number;
  /** Undefined: never. */
  readonly idleStopMs: () => number | undefined;
}

/** How soon to try again while a request waits. */
const hurryMs = 500;
/** Wi-Fi often returns seconds after the wake; until then, "no network" says nothing about the server. */
const graceMs = 10_000;

/** Holds a tunnel over any transport: starts, watches, reconnects and serves it. */
export function holdTunnel(options: HoldOptions): Tunnel {
  const { clock, timers, chance } = options;
  const counting = createCounting(clock);
  const line = createWaitingLine(timers);
  let isDisposed = false;
  let attempt: AbortController | undefined;
  let session: Session | undefined;
  let heartbeat: Heartbeat | undefined;
  let isProbing = false;
  let changedAt = Number.NEGATIVE_INFINITY;
  let retry: { readonly until: number; readonly cancel: () => void } | undefined;
  let cancelIdle: (() => void) | undefined;
  let endWatch: (() => void) | undefined;
  let refused: RefusedKey | undefined;

  const keeper = createMachineKeeper(clock, reconcile);
  const { state } = keeper;

  const ask: Ask = async (question, signal) => {
    keeper.take({ kind: 'asked', question });
    try {
      return await options.ask(question, signal);
    } finally {
      keeper.take({ kind: 'answered' });
    }
  };
  const transport = options.transport(ask);

  function connect(): void {
    const controller = new AbortController();
    attempt = controller;
    refused = undefined;
    const isCurrent = (): boolean => attempt === controller;
    const watch = {
      onTrying: (hop: string, identity: string | undefined) => isCurrent() && keeper.take({ kind: 'trying', hop, identity }),
      onNote: keeper.note,
      onRefusedKey: (hop: Hop, key: Buffer) => void (refused = { hop, key }),
      onBytes: counting.count,
    };
    transport.connect(watch, controller.signal).then(
      (result) => {
        if (!isCurrent()) return result.ok ? result.value.close() : undefined;
        attempt = undefined;
        return result.ok ? adopt(result.value) : missed(result.failure);
      },
      (error: unknown) => {
        if (!isCurrent()) return;
        attempt = undefined;
        missed({ code: 'unexpected', message: `The tunnel made a mistake: ${String(error)}.`, remedy: 'Connect again.' });
      },
    );
  }

  function missed(failure: Failure): void {
    const isFree = (failure.code === 'unreachable' || failure.code === 'name-not-found') && clock.now() - changedAt < graceMs;
    keeper.take({ kind: 'not-connected', failure, chance: chance(), isFree });
  }

  function adopt(fresh: Session): void {
    session = fresh;
    counting.connected();
    heartbeat = startHeartbeat({
      session: fresh,
      everyMs: options.keepaliveMs,
      timers,
      onRoundTrip: counting.roundTrip,
      onSilence: () => keeper.take({ kind: 'suspected', cause: 'the instance fell silent' }),
    });
    keeper.take({ kind: 'connected' });
    fresh.onLost((failure) => session === fresh && drop(failure));
  }

  function drop(failure: Failure): void {
    release();
    keeper.take({ kind: 'lost', failure, chance: chance() });
  }

  function release(): void {
    heartbeat?.end();
    session?.close();
    heartbeat = undefined;
    session = undefined;
  }

  async function probe(): Promise<void> {
    if (!heartbeat || isProbing) return;
    isProbing = true;
    const probed = session;
    const isAlive = await heartbeat.probe();
    isProbing = false;
    if (session !== probed) {
      if (state().kind === 'suspect') void probe(); // another session meanwhile, and suspect as well
    } else if (isAlive) keeper.take({ kind: 'alive' });
    else drop({ code: 'connection-lost', message: 'The instance no longer answers.', remedy: 'Causeway connects again by itself.' });
  }

  /** Brings everything in line with the state; it may be called at any time and any number of times. */
  function reconcile(now: TunnelState): void {
    const isUnderWay = now.kind === 'connecting' || now.kind === 'waiting-for-user';
    const isUp = now.kind === 'ready' || now.kind === 'suspect';
    if (!isUnderWay) {
      attempt?.abort(new Error('no longer wanted'));
      attempt = undefined;
    }
    if (!isUp && session) release();
    if (retry && (now.kind !== 'waiting-to-retry' || retry.until !== now.until)) {
      retry.cancel();
      retry = undefined;
    }
    if (now.kind === 'waiting-to-retry' && !retry) {
      const { until } = now;
      retry = { until, cancel: timers.after(Math.max(0, until - clock.now()), () => keeper.take({ kind: 'due' })) };
      if (line.length() > 0) keeper.take({ kind: 'hurried', cause: 'a request is waiting', withinMs: hurryMs });
    }
    const isWatched = isUnderWay || isUp || now.kind === 'waiting-to-retry';
    if (isWatched) endWatch ??= options.watchNetwork(changed);
    else {
      endWatch?.();
      endWatch = undefined;
    }
    if (now.kind === 'connecting' && !attempt) connect();
    if (now.kind === 'suspect') void probe();
    if (now.kind === 'ready' && session) line.serve(session);
    if (now.kind === 'failed') line.turnAway(now.failure);
    if (now.kind === 'stopped') line.turnAway(unavailable(now));
    watchIdle();
  }

  function changed(cause: string): void {
    changedAt = clock.now();
    keeper.take({ kind: 'suspected', cause });
    keeper.take({ kind: 'hurried', cause, withinMs: 0 });
    if (state().kind === 'connecting' && attempt) {
      // It was begun on another network and may hang there for long.
      attempt.abort(new Error(cause));
      keeper.note(`${cause}: beginning again`);
      connect();
    }
  }

  function watchIdle(): void {
    cancelIdle?.();
    cancelIdle = undefined;
    const idleStopMs = options.idleStopMs();
    if (idleStopMs === undefined || state().kind !== 'ready' || counting.openChannels() > 0) return;
    cancelIdle = timers.after(idleStopMs, () => keeper.take({ kind: 'unused' }));
  }

  const start = (cause: string): void => {
    if (!isDisposed) keeper.take({ kind: 'started', cause });
  };
  const dialing = createDialing({
    ...options,
    line,
    counting,
    state,
    session: () => (state().kind === 'ready' ? session : undefined),
    wake: () => {
      cancelIdle?.(); // set again when the connection is open, or has failed to
      if (state().kind === 'idle') start('a request needs the tunnel');
      else keeper.take({ kind: 'hurried', cause: 'a request is waiting', withinMs: hurryMs });
    },
    onForbidden: (failure) => keeper.take({ kind: 'forbidden', failure }),
    onSettled: watchIdle,
  });

  return {
    start: () => start('switched on'),
    stop: () => keeper.take({ kind: 'stopped', cause: 'switched off' }),
    reconnectNow: () => {
      if (state().kind === 'ready' || state().kind === 'suspect') {
        drop({ code: 'connection-lost', message: 'The tunnel was asked to connect anew.', remedy: 'Ask again.' });
      }
      start('asked to reconnect now');
    },
    suspect: (cause) => changed(cause),
    ...dialing,
    state,
    onChange: keeper.onChange,
    history: keeper.history,
    counters: () => counting.read(state()),
    refusedKey: () => refused,
    dispose: () => {
      isDisposed = true;
      keeper.take({ kind: 'stopped', cause: 'Causeway ends' });
    },
  };
}
