import type { Failure } from '../../contract/failure.ts';
import { failure } from '../../contract/failures/fail.ts';
import { errorCode, errorMessage } from '../shared/node-error.ts';
import { carriedFailure } from '../shared/dial.ts';

/** The failures of hosts by the codes of Node, OpenSSL and undici. */
const reasons = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-for-other-name',
  CERT_HAS_EXPIRED: 'certificate-expired',
  CERT_NOT_YET_VALID: 'certificate-expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-not-trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-not-trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-not-trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-not-trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-not-trusted',
  CERT_UNTRUSTED: 'certificate-not-trusted',
  CERT_SIGNATURE_FAILURE: 'certificate-not-trusted',
  INVALID_CA: 'certificate-not-trusted',
  CERT_REVOKED: 'certificate-not-trusted',
  EPROTO: 'no-secure-connection',
  ENOTFOUND: 'host-not-found',
  EAI_AGAIN: 'host-not-found',
  EAI_NODATA: 'host-not-found',
  ECONNREFUSED: 'host-refused',
  ENETUNREACH: 'host-unreachable',
  EHOSTUNREACH: 'host-unreachable',
  ENETDOWN: 'host-unreachable',
  EADDRNOTAVAIL: 'host-unreachable',
  ECONNRESET: 'connection-broken',
  ECONNABORTED: 'connection-broken',
  EPIPE: 'connection-broken',
  UND_ERR_SOCKET: 'connection-broken',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connection-broken',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timed-out',
  ETIMEDOUT: 'connect-timed-out',
  UND_ERR_HEADERS_TIMEOUT: 'answer-not-started',
  UND_ERR_BODY_TIMEOUT: 'answer-stalled',
} as const;

/** Reasons that mean no connection was made, so that a request may be sent again. */
const beforeUse: ReadonlySet<(typeof reasons)[keyof typeof reasons]> = new Set(['connect-timed-out', 'host-unreachable']);

/** Returns true if reading or writing failed. The system uses some codes both for connecting and for a connection that breaks. */
function isUseOfConnection(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && (error.syscall === 'read' || error.syscall === 'write');
}

function isKnownCode(code: string): code is keyof typeof reasons {
  return Object.hasOwn(reasons, code);
}

/** Converts errors of sockets, TLS and undici to a Failure the user can act on. */
export function networkFailure(error: unknown, host: string): Failure {
  const carried = carriedFailure(error);
  if (carried) return carried;
  const code = errorCode(error) ?? '';
  if (isKnownCode(code))
    return failure(isUseOfConnection(error) && beforeUse.has(reasons[code]) ? 'connection-broken' : reasons[code], { host });
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return failure('no-secure-connection', { host });
  // undici wraps the cause of a broken body again; a socket that ends early has a cause without a code.
  if (error instanceof Error && error.cause instanceof Error) return networkFailure(error.cause, host);
  const isHttpError = code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError');
  return isHttpError ? failure('not-http', { host }) : failure('connection-error', { host, detail: errorMessage(error) });
}
