import type { Failure } from '../../../contract/failure.ts';
import { failure } from '../../../contract/failures/fail.ts';
import type { Hop } from '../types.ts';
import { differentKeyFailure, jumpFailure, openFailure, sshFailure, lostFailure } from '../ssh2/ssh-failure.ts';
import type { DialTarget } from '../../shared/dial.ts';
import { keyText, lossDetails } from '../text.ts';

const codes: readonly (readonly [RegExp, string])[] = [
  [/could not resolve/i, 'ENOTFOUND'],
  [/connection refused/i, 'ECONNREFUSED'],
  [/timed out|timeout/i, 'ETIMEDOUT'],
  [/network is unreachable/i, 'ENETUNREACH'],
  [/no route to host/i, 'EHOSTUNREACH'],
];

/** Converts ssh's error output to a failure: it could not reach a hop, or the next one from there, or has ended before the login. */
export function sshErrorFailure(stderr: string, hop: Hop, next?: Hop): Failure {
  const refusal = next && /stdio forwarding failed/i.test(stderr) ? parseOpenRefusal(stderr) : undefined;
  if (next && refusal) return jumpFailure(refusal, hop, next);
  if (/bad configuration option: knownhostscommand/i.test(stderr)) return failure('system-ssh-too-old');
  const line = findConfigError(stderr);
  if (line !== undefined) return failure('system-ssh-config-invalid', { line });
  if (/IDENTIFICATION HAS CHANGED/.test(stderr)) return differentKeyFailure(hop);
  if (/host key verification failed/i.test(stderr)) return failure('system-ssh-key-not-trusted', { hop: hop.name });
  if (/permission denied|authentication failures/i.test(stderr)) {
    return failure('system-ssh-rejected', { hop: hop.name, login: hop.login, detail: lastLine(stderr) });
  }
  const [, code] = codes.find(([pattern]) => pattern.test(stderr)) ?? [];
  if (code !== undefined) return sshFailure(Object.assign(new Error(lastLine(stderr)), { code }), hop);
  return /no matching/i.test(stderr) ? handshakeFailure(hop, lastLine(stderr)) : lostFailure(hop, lastLine(stderr));
}

/** Returns the line in which ssh rejects its config. */
export function findConfigError(stderr: string): string | undefined {
  const line = /^.*(?:bad configuration option|bad owner or permissions|garbage at end of line|terminating, \d+ bad).*$/im.exec(stderr);
  return line?.[0].trim().replace(/\.$/, '');
}

/** Differs from ssh2's failure, because here the system's ssh can't be the remedy. */
function handshakeFailure(hop: Hop, text: string): Failure {
  return failure('system-ssh-no-common-algorithm', { hop: hop.name, detail: text });
}

/** Returns why ssh could not open a connection to the target, if its output says so. */
export function sshOpenFailure(stderr: string, hop: Hop, target: DialTarget): Failure | undefined {
  const refusal = parseOpenRefusal(stderr);
  return refusal && openFailure(refusal, hop, target);
}

/** Converts a refused channel to the error that ssh2 would give. */
function parseOpenRefusal(stderr: string): Error | undefined {
  const match = /open failed: (administratively prohibited|connect failed|[^:\n]+): ?([^\n]*)/i.exec(stderr);
  if (!match) return undefined;
  const reason = match[1] === 'administratively prohibited' ? 1 : 2;
  return Object.assign(new Error(match[2]?.trim() ?? ''), { reason });
}

/** Returns ssh's messages about keys it did not use, as sentences. */
export function describeKeyErrors(stderr: string): readonly string[] {
  const lines = stderr.split(/\r?\n/).filter((line) => /^(?:Load key |no such identity: |sign_and_send_pubkey: )/.test(line));
  return [...new Set(lines)].map((line) => keyText.systemSshSays(line.trim().replace(/\.$/, '')));
}

/** Returns the last line of ssh's output, or that it said nothing. */
export function lastLine(stderr: string): string {
  const line = stderr.trim().split('\n').at(-1)?.trim().replace(/\.$/, '');
  return line?.replace(/^\w+\.c:\S+ \(pid=\d+\): /, '') || lossDetails.silentExit;
}
