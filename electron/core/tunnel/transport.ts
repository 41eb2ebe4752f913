import type { Duplex } from 'node:stream';
import type { Failure, Result } from '../../contract/failure.ts';
import type { DialTarget } from '../shared/dial.ts';
import type { Hop } from './types.ts';

/** The result of pinging a session. */
export type PingResult =
  | { readonly kind: 'answered'; readonly ms: number }
  /** No answer yet, but a sign of life, such as other bytes. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'silent' }
  /** The ping could not be sent, such as without a free file descriptor. Says nothing about the session. */
  | { readonly kind: 'unsent' };

/** An SSH connection to the instance, possibly through jump hosts. It is lost once and never revived. */
export interface Session {
  /** Opens a raw connection from the instance to the target. It never ends cleanly because SSH died. Rejects only on abort. */
  readonly open: (target: DialTarget, signal: AbortSignal) => Promise<Result<Duplex>>;
  readonly ping: (limitMs: number) => Promise<PingResult>;
  /** Calls the listener once, immediately if the session is already lost. Not called after `close`. */
  readonly onLost: (listener: (failure: Failure) => void) => void;
  /** Destroys every connection with an error, disconnects and frees everything. */
  readonly close: () => void;
}

/** Receives a transport's progress while it connects. */
export interface ConnectObserver {
  readonly onProgress: (hop: string, identity: string | undefined) => void;
  /** The user is not asked in this attempt, because a secret that is refused now may be right later. */
  readonly isUnattended: boolean;
  /** Called with notes that don't stop the attempt. */
  readonly onNote: (note: string) => void;
  /** Called when a hop's key differs from the known one. */
  readonly onRefusedKey: (hop: Hop, key: Buffer) => void;
  /** Called with the bytes of forwarded connections, as long as the session lives. */
  readonly onBytes: (received: number, sent: number) => void;
}

/** Opens SSH sessions: with ssh2 in this process, or with the system's ssh. */
export interface Transport {
  /** Never rejects. An abort returns a `cancelled` failure. */
  readonly connect: (observer: ConnectObserver, signal: AbortSignal) => Promise<Result<Session>>;
}
