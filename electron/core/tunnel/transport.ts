import type { Duplex } from 'node:stream';
import type { Failure, Result } from '../../contract/failure.ts';
import type { DialTarget } from '../shared/dial.ts';
import type { Hop } from './types.ts';

/** How a session answered when it was asked whether it lives. */
export type PingResult =
  | { readonly kind: 'answered'; readonly ms: number }
  /** No answer yet, but other bytes came: busy, not dead. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'silent' };

/** One SSH connection to the instance, through whatever lies before it. It dies once and is never revived. */
export interface Session {
  /** A raw connection from the instance to the target. It never ends cleanly because SSH died. Rejects on abort only. */
  readonly open: (target: DialTarget, signal: AbortSignal) => Promise<Result<Duplex>>;
  readonly ping: (limitMs: number) => Promise<PingResult>;
  /** Heard once, at once where it is lost already; not after `close`. */
  readonly onLost: (listener: (failure: Failure) => void) => void;
  /** Breaks every connection with an error, takes leave and frees everything. */
  readonly close: () => void;
}

/** The system's ssh, which can connect where another transport can't. */
export interface TakeOver {
  /** Whether there is one that can. */
  readonly isPossible: () => Promise<boolean>;
  /** Asks for it, as part of a sentence; the attempt then ends without having asked the user for a password. */
  readonly request: (why: string) => void;
}

/** What a transport tells while it connects. */
export interface ConnectObserver {
  readonly onProgress: (hop: string, identity: string | undefined) => void;
  /** Nobody is asked in this attempt: a secret that is refused now may be right later. */
  readonly isUnattended: boolean;
  /** Something worth knowing that does not stop us. */
  readonly onNote: (note: string) => void;
  /** A hop showed another key than the one that is known of it. */
  readonly onRefusedKey: (hop: Hop, key: Buffer) => void;
  /** Bytes of forwarded connections, for as long as the session lives. */
  readonly onBytes: (received: number, sent: number) => void;
  /** Left out: nobody takes over. */
  readonly takeOver?: TakeOver;
}

/** A way to hold SSH sessions: ssh2 in this process, or the system's own ssh. */
export interface Transport {
  /** Never rejects; an abort gives a `cancelled` failure. */
  readonly connect: (observer: ConnectObserver, signal: AbortSignal) => Promise<Result<Session>>;
}
