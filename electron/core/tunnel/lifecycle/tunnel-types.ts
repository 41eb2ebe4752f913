import type { Dial } from '../../shared/dial.ts';
import type { TunnelCounters } from '../counters.ts';
import type { TunnelChange, TunnelState } from '../state/tunnel-state.ts';
import type { RefusedKey } from './connect-attempts.ts';

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
  /** Starts it where needed and settles when it is ready, as `dial` does before it opens a connection; waits as long, or up to the limit. */
  readonly ready: (signal: AbortSignal, limitMs?: number) => Promise<void>;
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
