import type { Failure, FailureCode } from '../../../contract/failure.ts';
import { failure } from '../../../contract/failures/fail.ts';
import type { DialTarget } from '../../shared/dial.ts';
import { errorCode, errorMessage } from '../../shared/node-error.ts';
import type { Hop } from '../types.ts';

/** The parts of a hop that failures mention. */
export type NamedHop = Pick<Hop, 'name' | 'host' | 'port'>;

/** The SSH server did not answer in time. `via` is the jump host before it. */
export function timeoutFailure(hop: NamedHop, via?: NamedHop): Failure {
  return via
    ? failure('ssh-timed-out-via', { address: describeAddress(hop), via: via.name })
    : failure('ssh-timed-out', { address: hop.name });
}

/** No identity was accepted. Lists the ones that could not be tried. */
export function authFailure(hop: Pick<Hop, 'name' | 'login'>, offered: readonly string[], notes: readonly string[]): Failure {
  const signIn = { hop: hop.name, login: hop.login, notes: [...notes] };
  return offered.length === 0 ? failure('sign-in-without-identity', signIn) : failure('sign-in-rejected', { ...signIn, tried: offered });
}

/** The user dismissed a question of the login. Lists the keys that were rejected before. */
export function dismissedFailure(hop: Pick<Hop, 'name'>, refused: readonly string[] = [], notes: readonly string[] = []): Failure {
  return failure('sign-in-dismissed', { hop: hop.name, tried: refused, notes: [...notes] });
}

const reasons = {
  ECONNREFUSED: 'ssh-refused',
  ENOTFOUND: 'ssh-not-found',
  EAI_AGAIN: 'ssh-not-resolved',
  ENETUNREACH: 'ssh-no-network',
  EHOSTUNREACH: 'ssh-no-route',
  ENETDOWN: 'ssh-no-network',
  EADDRNOTAVAIL: 'ssh-no-network',
  ETIMEDOUT: 'ssh-timed-out',
} as const;

function isKnownCode(code: string): code is keyof typeof reasons {
  return Object.hasOwn(reasons, code);
}

/** Converts a connection error to a failure. */
export function sshFailure(error: unknown, hop: NamedHop): Failure {
  const code = errorCode(error) ?? '';
  if (isKnownCode(code)) return failure(reasons[code], { address: describeAddress(hop) });
  const text = errorMessage(error);
  const [, missing] = /no matching (?:C->S |S->C )?(.+)/i.exec(text) ?? [];
  return missing === undefined ? lostFailure(hop, text) : failure('no-common-algorithm', { hop: hop.name, missing });
}

/** Adds the address to an alias, because the address is what the user must check. */
function describeAddress({ name, host, port }: NamedHop, isPortShown = false): string {
  return name === host && !isPortShown ? name : `${name} (${host.includes(':') ? `[${host}]` : host}:${port})`;
}

/** An established connection was lost. */
export function lostFailure(hop: NamedHop, why: string): Failure {
  return failure('ssh-connection-lost', { hop: hop.name, detail: why.replace(/\.$/, '') });
}

/** The instance did not connect to the target. */
export function openFailure(error: unknown, hop: Hop, target: DialTarget): Failure {
  const destination = `${target.host}:${target.port}`;
  const refusal = parseRefusal(error);
  switch (refusal.kind) {
    case 'forbidden':
      return failure('forwarding-forbidden', { hop: hop.name, login: hop.login, destination });
    case 'unreachable':
      return { ...failure('target-not-reached', { hop: hop.name, destination, detail: refusal.detail }), code: refusal.code };
    case 'lost':
      return lostFailure(hop, refusal.detail);
  }
}

/** A jump host did not connect to the next hop. */
export function jumpFailure(error: unknown, jump: Hop, next: Hop): Failure {
  const destination = describeAddress(next, true);
  const refusal = parseRefusal(error);
  switch (refusal.kind) {
    case 'forbidden':
      return failure('jump-forbidden', { hop: jump.name, login: jump.login, destination });
    case 'unreachable': {
      const unreached = failure('next-hop-not-reached', { hop: jump.name, next: next.name, destination, detail: refusal.detail });
      return { ...unreached, code: refusal.code };
    }
    case 'lost':
      return lostFailure(jump, refusal.detail);
  }
}

type ChannelRefusal =
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'unreachable'; readonly code: FailureCode; readonly detail: string }
  | { readonly kind: 'lost'; readonly detail: string };

/** Interprets the reasons of RFC 4254 5.1 and sshd's messages. */
function parseRefusal(error: unknown): ChannelRefusal {
  const reason = error instanceof Error && 'reason' in error ? error.reason : undefined;
  const detail = errorMessage(error).replace('(SSH) Channel open failure: ', '');
  // OpenSSH gives "administratively prohibited" (1) both for logins that may not forward and for forbidden destinations.
  if (reason === 1) return { kind: 'forbidden' };
  return reason === 2 ? { kind: 'unreachable', code: unreachableCode(detail), detail } : { kind: 'lost', detail };
}

function unreachableCode(detail: string): FailureCode {
  if (/name|resolve|nodename/i.test(detail)) return 'name-not-found';
  if (/timed out/i.test(detail)) return 'connect-timeout';
  return /route|unreachable/i.test(detail) ? 'unreachable' : 'connection-refused';
}
