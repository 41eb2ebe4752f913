import { reworded } from '../../contract/failures/fail.ts';
import type { Failure, FailureCode } from '../../contract/failure.ts';
import { textFailure } from '../../contract/failures/fail.ts';
import { errorCode, errorMessage } from '../shared/node-error.ts';
import { carriedFailure } from '../shared/failure-error.ts';

type DescribeFailure = (host: string) => Failure;

const describe =
  (code: FailureCode, message: (host: string) => string, remedy: string): DescribeFailure =>
  (host) =>
    textFailure(code, message(host), remedy);

const authority = describe(
  'tls-authority',
  (host) => `The certificate of ${host} is signed by an authority this computer does not trust.`,
  'If your organisation runs its own authority, choose its certificate file in the profile; otherwise do not connect.',
);
const expired = describe(
  'tls-expired',
  (host) => `The certificate of ${host} has expired or is not valid yet.`,
  "Check this computer's date and time; if they are right, tell the operator of the service.",
);
const notTls = describe(
  'tls',
  (host) => `No secure connection to ${host} could be agreed on.`,
  'Check the port in the base URL: something that does not speak HTTPS may be answering there.',
);
const unknownName = describe(
  'name-not-found',
  (host) => `The name ${host} could not be found.`,
  'Check the spelling of the address, and that this computer is online.',
);
const noRoute = describe(
  'unreachable',
  (host) => `There is no route from this network to ${host}.`,
  'Check that this computer is online, and that this network lets you reach the service.',
);
const lost = describe(
  'connection-lost',
  (host) => `The connection to ${host} broke.`,
  'Try again; if it keeps breaking, run the connection check.',
);
const slowConnect = describe(
  'connect-timeout',
  (host) => `${host} did not take the connection in time.`,
  'Check that this network lets you reach the service, or allow more time in Settings, Waiting.',
);

const byCode: Readonly<Record<string, DescribeFailure>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: describe(
    'tls-name',
    (host) => `The certificate that answered is not for ${host}.`,
    'Check the base URL: it must hold the name the service itself uses.',
  ),
  CERT_HAS_EXPIRED: expired,
  CERT_NOT_YET_VALID: expired,
  DEPTH_ZERO_SELF_SIGNED_CERT: authority,
  SELF_SIGNED_CERT_IN_CHAIN: authority,
  UNABLE_TO_GET_ISSUER_CERT: authority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: authority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: authority,
  CERT_UNTRUSTED: authority,
  CERT_SIGNATURE_FAILURE: authority,
  INVALID_CA: authority,
  CERT_REVOKED: authority,
  EPROTO: notTls,
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
  EAI_NODATA: unknownName,
  ECONNREFUSED: describe(
    'connection-refused',
    (host) => `${host} refused the connection: nothing listens there.`,
    'Check the port in the base URL; if it is right, the service is down, so try again later.',
  ),
  ENETUNREACH: noRoute,
  EHOSTUNREACH: noRoute,
  ENETDOWN: noRoute,
  EADDRNOTAVAIL: noRoute,
  ECONNRESET: lost,
  ECONNABORTED: lost,
  EPIPE: lost,
  UND_ERR_SOCKET: lost,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: lost,
  UND_ERR_CONNECT_TIMEOUT: slowConnect,
  ETIMEDOUT: slowConnect,
  UND_ERR_HEADERS_TIMEOUT: describe(
    'first-byte-timeout',
    (host) => `${host} took the request, but no answer began in time.`,
    'The engine may be busy: try again in a while, or allow more time in Settings, Waiting.',
  ),
  UND_ERR_BODY_TIMEOUT: describe(
    'idle-timeout',
    (host) => `${host} began to answer and then fell silent.`,
    'Try again; what came is kept. Settings, Waiting, has how long a silence may be.',
  ),
};

/** Converts errors of sockets, TLS and undici to a Failure the user can act on. */
export function networkFailure(error: unknown, host: string): Failure {
  const carried = carriedFailure(error);
  if (carried) return carried;
  const code = errorCode(error) ?? '';
  const known = byCode[code];
  if (known) return known(host);
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return notTls(host);
  // undici wraps the cause of a broken body again; a socket that ends early has a cause without a code.
  if (error instanceof Error && error.cause instanceof Error) return networkFailure(error.cause, host);
  if (code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError')) {
    return textFailure(
      'not-the-service',
      `What answers at ${host} does not speak HTTP.`,
      'Check the address and the port in the base URL.',
    );
  }
  const broken = lost(host);
  return reworded(broken, { message: `The connection to ${host} failed: ${errorMessage(error)}.` });
}
