import type { Failure, FailureCode } from '../../../contract/failure.ts';
import type { SshQuestion } from '../../../contract/connection.ts';

/** The tunnel's state. Times are the clock's. */
export type TunnelState =
  /** Not needed now. The first request starts it. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting'; readonly hop: string | undefined; readonly identity: string | undefined }
  | { readonly kind: 'waiting-for-user'; readonly question: SshQuestion }
  /** `since` is when the current session was made, and identifies it. */
  | { readonly kind: 'ready'; readonly since: number }
  /** The session may be dead and was pinged. New requests wait, and open connections stay. */
  | { readonly kind: 'suspect'; readonly readySince: number; readonly cause: string }
  | { readonly kind: 'waiting-to-retry'; readonly until: number; readonly failure: Failure }
  /** Only the user can fix the reason, so it is never retried automatically. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** Stopped by the user. Requests don't start it. */
  | { readonly kind: 'stopped' };

/** A state change with its time and cause. */
export interface TunnelChange {
  readonly at: number;
  readonly state: TunnelState;
  readonly cause: string;
}

/** Everything that can happen to a tunnel. */
export type TunnelEvent =
  | { readonly kind: 'started'; readonly cause: string; readonly isByUser: boolean }
  | { readonly kind: 'progress'; readonly hop: string; readonly identity: string | undefined }
  | { readonly kind: 'asked'; readonly question: SshQuestion }
  | { readonly kind: 'answered' }
  /** A new session was made at `since`. */
  | { readonly kind: 'connected'; readonly since: number }
  /** `isInconclusive` right after a wake or a network change, when the failure says nothing about the server. */
  | { readonly kind: 'not-connected'; readonly failure: Failure; readonly jitter: number; readonly isInconclusive: boolean }
  /** No session takes new requests: the current one broke, or is silent and kept for its connections. */
  | { readonly kind: 'lost'; readonly failure: Failure; readonly jitter: number }
  | { readonly kind: 'suspected'; readonly cause: string }
  /** The session made at `since` answers and takes new requests. */
  | { readonly kind: 'alive'; readonly since: number }
  /** The next attempt should start within `withinMs`. */
  | { readonly kind: 'retry-soon'; readonly cause: string; readonly withinMs: number }
  | { readonly kind: 'retry-due' }
  | { readonly kind: 'forwarding-forbidden'; readonly failure: Failure }
  | { readonly kind: 'idle-timeout' }
  | { readonly kind: 'stopped'; readonly cause: string };

/** The state and the number of failed attempts since it was last stable. */
export interface TunnelSnapshot {
  readonly state: TunnelState;
  readonly failures: number;
  /** When a session last broke or fell silent. */
  readonly lostAt?: number;
  /** A login has succeeded since the user last started the tunnel. */
  readonly hasWorked?: boolean;
  /** Logins refused since the last successful one. */
  readonly refused?: { readonly since: number; readonly count: number };
}

const needsUserCodes: ReadonlySet<FailureCode> = new Set([
  'ssh-auth',
  'login-given-up',
  'ssh-handshake',
  'host-key-changed',
  'host-key-refused',
  'host-key-revoked',
  'forwarding-forbidden',
  'tunnel-program',
  'invalid-input',
  'unsupported',
  'unexpected', // retrying doesn't fix a bug
  'cancelled', // the user dismissed a question, so don't ask again automatically
]);

const refusalCodes: ReadonlySet<FailureCode> = new Set(['ssh-auth', 'login-given-up']);

/** Returns whether the server or the user refused the login. A server that didn't answer has refused nothing. */
export function isRefusal({ code, reason }: Failure): boolean {
  return refusalCodes.has(code) && reason !== 'sign-in-unanswered';
}

/** Returns whether only the user can fix the failure. Retrying would be pointless or, with a lock-out, dangerous. */
export function needsUser(failure: Failure): boolean {
  return needsUserCodes.has(failure.code);
}
