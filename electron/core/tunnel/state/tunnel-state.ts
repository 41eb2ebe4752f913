import type { Failure, FailureCode } from '../../../contract/failure.ts';
import type { SshQuestion } from '../../../contract/ssh-question.ts';

/** Where the tunnel stands; times are the clock's. */
export type TunnelState =
  /** Not wanted now; the first request starts it. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting'; readonly hop: string | undefined; readonly identity: string | undefined }
  | { readonly kind: 'waiting-for-user'; readonly question: SshQuestion }
  /** `since` is when the session in use was made, which tells it from every other. */
  | { readonly kind: 'ready'; readonly since: number }
  /** Perhaps dead: asked for a sign of life, new requests wait, what is under way stays where it is. */
  | { readonly kind: 'suspect'; readonly readySince: number; readonly cause: string }
  | { readonly kind: 'waiting-to-retry'; readonly until: number; readonly failure: Failure }
  /** For a reason that only the user can mend; never retried by itself. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** At the user's wish; requests do not start it. */
  | { readonly kind: 'stopped' };

/** One change of the state, with its time and cause. */
export interface TunnelChange {
  readonly at: number;
  readonly state: TunnelState;
  readonly cause: string;
}

/** What can happen to a tunnel. */
export type TunnelEvent =
  | { readonly kind: 'started'; readonly cause: string; readonly isByUser: boolean }
  | { readonly kind: 'progress'; readonly hop: string; readonly identity: string | undefined }
  | { readonly kind: 'asked'; readonly question: SshQuestion }
  | { readonly kind: 'answered' }
  /** A new session, made at `since`. */
  | { readonly kind: 'connected'; readonly since: number }
  /** `isFree`: right after a wake or a network change, when it says nothing about the server. */
  | { readonly kind: 'not-connected'; readonly failure: Failure; readonly jitter: number; readonly isInconclusive: boolean }
  /** No session can take new requests: the one in use broke, or no longer answers and is kept for what is under way. */
  | { readonly kind: 'lost'; readonly failure: Failure; readonly jitter: number }
  | { readonly kind: 'suspected'; readonly cause: string }
  /** A session that was made at `since` answers and takes new requests. */
  | { readonly kind: 'alive'; readonly since: number }
  /** The next attempt should come no later than in `withinMs`. */
  | { readonly kind: 'retry-soon'; readonly cause: string; readonly withinMs: number }
  | { readonly kind: 'retry-due' }
  | { readonly kind: 'forwarding-forbidden'; readonly failure: Failure }
  | { readonly kind: 'idle-timeout' }
  | { readonly kind: 'stopped'; readonly cause: string };

/** The state and how many attempts have failed since it was last steady. */
export interface TunnelSnapshot {
  readonly state: TunnelState;
  readonly failures: number;
  /** When a session last broke or fell silent. */
  readonly lostAt?: number;
  /** A login has succeeded since the user last asked for one. */
  readonly hasWorked?: boolean;
  /** Logins that were refused since the last that succeeded. */
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
  'unexpected', // a bug does not go away by repetition
  'cancelled', // the user gave up a question: do not ask again by ourselves
]);

const refusalCodes: ReadonlySet<FailureCode> = new Set(['ssh-auth', 'login-given-up']);

/** Whether a server did not let us in. */
export function isRefusal(failure: Failure): boolean {
  return refusalCodes.has(failure.code);
}

/** Whether trying again is pointless, or dangerous as with a lock-out, until the user has done something. */
export function needsUser(failure: Failure): boolean {
  return needsUserCodes.has(failure.code);
}
