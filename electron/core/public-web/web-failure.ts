import type { Failure } from '../../contract/failure.ts';
import { failure } from '../../contract/failures/fail.ts';
import { carriedFailure } from '../shared/failure-error.ts';
import { errorCode, errorMessage } from '../shared/node-error.ts';

const reasonsByCode = {
  ENOTFOUND: 'web-name-not-found',
  EAI_AGAIN: 'web-name-not-found',
  ECONNREFUSED: 'web-connection-refused',
  EHOSTUNREACH: 'web-unreachable',
  ENETUNREACH: 'web-unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'web-connect-timeout',
  ETIMEDOUT: 'web-connect-timeout',
  ERR_TLS_CERT_ALTNAME_INVALID: 'web-certificate-name',
  CERT_HAS_EXPIRED: 'web-certificate-expired',
} as const;

/** Converts an error of sockets or undici into a failure. */
export function webFailure(error: unknown, host: string): Failure {
  const carried = carriedIn(error);
  if (carried) return carried;
  const code = codeIn(error);
  if (code !== undefined && isKnownCode(code)) return failure(reasonsByCode[code], { host });
  if (code !== undefined && /CERT|SIGNATURE|ISSUER|SELF_SIGNED/.test(code)) return failure('web-certificate-untrusted', { host });
  return failure('web-request-failed', { host, detail: errorMessage(innermost(error)) });
}

function isKnownCode(code: string): code is keyof typeof reasonsByCode {
  return Object.hasOwn(reasonsByCode, code);
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
