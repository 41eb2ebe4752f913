import type { Failure, FailureCode } from '../../contract/failure.ts';
import { textFailure } from '../../contract/failures/fail.ts';
import { carriedFailure } from '../shared/failure-error.ts';
import { errorCode, errorMessage } from '../shared/node-error.ts';

const failuresByCode: Readonly<Record<string, readonly [FailureCode, string, string]>> = {
  ENOTFOUND: ['name-not-found', 'is a name that could not be found', 'Check the spelling, and that this computer is online.'],
  EAI_AGAIN: ['name-not-found', 'is a name that could not be found', 'Check the spelling, and that this computer is online.'],
  ECONNREFUSED: ['connection-refused', 'refused the connection', 'Check the port, and that something listens there.'],
  EHOSTUNREACH: ['unreachable', 'can not be reached from this network', 'Check that this computer is online.'],
  ENETUNREACH: ['unreachable', 'can not be reached from this network', 'Check that this computer is online.'],
  UND_ERR_CONNECT_TIMEOUT: ['connect-timeout', 'did not take the connection in time', 'Try again later.'],
  ETIMEDOUT: ['connect-timeout', 'did not take the connection in time', 'Try again later.'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls-name', 'answered with the certificate of another name', 'Check the address.'],
  CERT_HAS_EXPIRED: ['tls-expired', 'answered with an expired certificate', 'Tell whoever runs it.'],
};

/** Converts an error of sockets or undici into a failure. */
export function webFailure(error: unknown, host: string): Failure {
  const carried = carriedIn(error);
  if (carried) return carried;
  const code = codeIn(error);
  const found = code === undefined ? undefined : failuresByCode[code];
  if (found) return textFailure(found[0], `${host} ${found[1]}.`, found[2]);
  if (code !== undefined && /CERT|SIGNATURE|ISSUER|SELF_SIGNED/.test(code)) {
    return textFailure('tls-authority', `The certificate of ${host} is not trusted here.`, 'Check the address.');
  }
  return textFailure('connection-lost', `The request to ${host} failed: ${errorMessage(innermost(error))}.`, 'Try again.');
}

/** Finds a failure inside an error, because fetch wraps errors. */
function carriedIn(error: unknown): Failure | undefined {
  return carriedFailure(error) ?? (error instanceof Error && error.cause !== undefined ? carriedIn(error.cause) : undefined);
}

/** Returns the innermost cause, because the outer error often only says "fetch failed". */
function innermost(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? innermost(error.cause) : error;
}

function codeIn(error: unknown): string | undefined {
  return errorCode(error) ?? (error instanceof Error && error.cause !== undefined ? codeIn(error.cause) : undefined);
}
