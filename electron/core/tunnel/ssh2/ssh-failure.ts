import type { Failure } from '../../../contract/failure.ts';
import { textFailure } from '../../../contract/failures/fail.ts';
import type { DialTarget } from '../../shared/dial.ts';
import { errorCode, errorMessage } from '../../shared/node-error.ts';
import type { Hop } from '../types.ts';

/** The parts of a hop that failures mention. */
export type NamedHop = Pick<Hop, 'name' | 'host' | 'port'>;

/** The SSH server did not answer in time. `via` is the jump host before it. */
export function timeoutFailure(hop: NamedHop, via?: NamedHop): Failure {
  return textFailure(
    'connect-timeout',
    via ? `${describeAddress(hop)} did not answer ${via.name} in time.` : `${hop.name} did not answer in time.`,
    `Check that it runs, and that ${via ? via.name : 'this network'} lets you reach it.`,
  );
}

/** No identity was accepted. Lists the ones that could not be tried. */
export function authFailure(hop: Pick<Hop, 'name' | 'login'>, offered: readonly string[], notes: readonly string[]): Failure {
  const tried = offered.length === 0 ? 'there was nothing to offer' : `it took none of: ${offered.join(', ')}`;
  return textFailure(
    'ssh-auth',
    [`${hop.name} did not let ${hop.login} in: ${tried}.`, ...notes].join(' '),
    'Check the login name, and that the public key is on the instance or the password is right; then connect again.',
  );
}

/** Says that a key was skipped because its passphrase was missing or wrong. */
export function describeSkippedKey(keyFile: string, isWrong: boolean): string {
  return `The key file ${keyFile} was passed over: ${isWrong ? 'its passphrase is wrong' : 'no passphrase was given'}.`;
}

/** The user dismissed a question of the login. Lists the keys that were rejected before. */
export function dismissedFailure(hop: Pick<Hop, 'name'>, refused: readonly string[] = [], notes: readonly string[] = []): Failure {
  const keys = refused.length === 0 ? [] : [`It took none of: ${refused.join(', ')}.`];
  return textFailure(
    'login-given-up',
    [`The login to ${hop.name} was given up: its question was not answered.`, ...keys, ...notes].join(' '),
    'Connect again when you have the answer.',
  );
}

/** The host key differs from the earlier one: a new instance at an old address, or an attacker in between. */
export function differentKeyFailure(hop: Hop): Failure {
  return textFailure(
    'host-key-changed',
    `${hop.name} shows another host key than before. It may be a new instance at an old address, or someone may be listening in.`,
    "Compare the fingerprint with the one in the cloud's console before anything else.",
  );
}

/** The user did not trust the host key. */
export function untrustedKeyFailure(hop: Hop): Failure {
  return textFailure(
    'host-key-refused',
    `The host key of ${hop.name} was not trusted, so nothing was sent.`,
    "Compare its fingerprint with the one in the cloud's console, then connect again.",
  );
}

const offline = 'Check that this computer is online.';
const unreachable: Readonly<Record<string, Pick<Failure, 'code'> & { readonly what: string; readonly remedy: string }>> = {
  ECONNREFUSED: {
    code: 'connection-refused',
    what: 'refused the connection: no SSH server listens there',
    remedy: 'Check that it runs, and that its host and port are right.',
  },
  ENOTFOUND: {
    code: 'name-not-found',
    what: 'could not be found: nobody knows this name',
    remedy: 'Check the spelling of the host, and that this computer is online.',
  },
  EAI_AGAIN: { code: 'name-not-found', what: 'could not be looked up', remedy: offline },
  ENETUNREACH: { code: 'unreachable', what: 'can not be reached from this network', remedy: offline },
  EHOSTUNREACH: {
    code: 'unreachable',
    what: 'can not be reached from this network',
    remedy: 'Check that it runs, and that this network lets you reach it.',
  },
  ENETDOWN: { code: 'unreachable', what: 'can not be reached: the network is down', remedy: offline },
  EADDRNOTAVAIL: { code: 'unreachable', what: 'can not be reached from this network', remedy: offline },
  ETIMEDOUT: {
    code: 'connect-timeout',
    what: 'did not answer in time',
    remedy: 'Check that it runs, and that this network lets you reach it.',
  },
};

/** Converts a connection error to a failure. */
export function sshFailure(error: unknown, hop: NamedHop): Failure {
  const known = unreachable[errorCode(error) ?? ''];
  if (known) return textFailure(known.code, `${describeAddress(hop)} ${known.what}.`, known.remedy);
  const text = errorMessage(error);
  const [, missing] = /no matching (?:C->S |S->C )?(.+)/i.exec(text) ?? [];
  if (missing !== undefined) {
    return textFailure(
      'ssh-handshake',
      `${hop.name} and Causeway have no ${missing} in common.`,
      'Install OpenSSH 8.5 or newer on this computer, which then carries the tunnel, or update the SSH server of the instance.',
    );
  }
  return lostFailure(hop, text);
}

/** Adds the address to an alias, because the address is what the user must check. */
function describeAddress({ name, host, port }: NamedHop, isPortShown = false): string {
  return name === host && !isPortShown ? name : `${name} (${host.includes(':') ? `[${host}]` : host}:${port})`;
}

/** An established connection was lost. */
export function lostFailure(hop: NamedHop, why: string): Failure {
  return textFailure(
    'connection-lost',
    `The SSH connection to ${hop.name} broke: ${why.replace(/\.$/, '')}.`,
    'Causeway connects again by itself; if it keeps breaking, run the connection check.',
  );
}

/** The instance did not connect to the target. */
export function openFailure(error: unknown, hop: Hop, target: DialTarget): Failure {
  return channelFailure(error, hop, {
    destination: `${target.host}:${target.port}`,
    unreachable: 'Check the inference server in the profile; if it is right, the service is down, so try again later.',
    forbidden: "Ask the instance's administrator to allow TCP forwarding (AllowTcpForwarding, PermitOpen), or use another instance.",
  });
}

/** A jump host did not connect to the next hop. */
export function jumpFailure(error: unknown, jump: Hop, next: Hop): Failure {
  return channelFailure(error, jump, {
    destination: describeAddress(next, true),
    unreachable: `Check that ${next.name} runs, that its host and port are right, and that ${jump.name} may connect to it.`,
    forbidden: `Ask the administrator of ${jump.name} to allow TCP forwarding (AllowTcpForwarding, PermitOpen), or use another jump host.`,
  });
}

/** Interprets the reasons of RFC 4254 5.1 and sshd's messages. */
function channelFailure(
  error: unknown,
  hop: Hop,
  {
    destination,
    unreachable: remedy,
    forbidden,
  }: { readonly destination: string; readonly unreachable: string; readonly forbidden: string },
): Failure {
  const reason = error instanceof Error && 'reason' in error ? error.reason : undefined;
  const text = errorMessage(error).replace('(SSH) Channel open failure: ', '');
  // OpenSSH gives "administratively prohibited" (1) both for logins that may not forward and for forbidden destinations.
  if (reason === 1) {
    return textFailure('forwarding-forbidden', `${hop.name} does not let ${hop.login} forward connections to ${destination}.`, forbidden);
  }
  if (reason !== 2) return lostFailure(hop, text);
  const message = `${hop.name} could not reach ${destination}: ${text}.`;
  if (/name|resolve|nodename/i.test(text)) return textFailure('name-not-found', message, remedy);
  if (/timed out/i.test(text)) return textFailure('connect-timeout', message, remedy);
  if (/route|unreachable/i.test(text)) return textFailure('unreachable', message, remedy);
  return textFailure('connection-refused', message, remedy);
}
