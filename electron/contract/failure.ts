/** Codes of expected failures. Add one if callers must distinguish it. */
export const failureCodes = [
  'cancelled', // cancelled by the caller
  'refused', // not allowed for this sender
  'invalid-input', // the request is invalid
  'unexpected', // a bug in Causeway
  'storage', // a file could not be read or written
  'unsupported', // not supported in this mode or by this model
  'network-not-permitted', // direct: called from outside the research cloud's networks
  'token-missing', // proxy: no API token was sent
  'token-refused', // proxy: the token is wrong, expired or revoked
  'token-forbidden', // proxy: API keys are switched off, or this account may not use them
  'unknown-model', // the model is not served at this address
  'context-length', // the conversation is longer than the model can read
  'rate-limited', // too many requests
  'request-rejected', // rejected by the service
  'service-error', // the service or its engine failed
  'not-the-service', // something answered, but not a language-model service
  'bad-answer', // an unreadable answer
  'answer-cut', // the answer ended early; the received part is saved
  'name-not-found', // DNS does not know the host
  'connection-refused', // the host is reachable, but nothing listens
  'unreachable', // no route to the host
  'connection-lost', // an established connection was lost
  'connect-timeout', // no connection within the limit
  'first-byte-timeout', // connected, but no answer began within the limit
  'idle-timeout', // an answer started, then stalled
  'tls-name', // the certificate is for another name
  'tls-authority', // the certificate's authority is not trusted here
  'tls-expired', // the certificate is expired or not yet valid
  'tls', // any other TLS failure
  'ca-file', // the profile's certificate file can't be used
  'http-proxy', // the HTTP proxy of the environment refused to connect
  'keychain-missing', // the system offers no keychain
  'keychain-locked', // the keychain is locked
  'keychain-refused', // the keychain denied access
  'ssh-auth', // an SSH server accepted none of the identities
  'login-given-up', // the user dismissed a sign-in question
  'ssh-handshake', // no cipher, key exchange or key type in common with an SSH server
  'host-key-changed', // an SSH server's key differs from the known one
  'host-key-refused', // the user did not trust an SSH server's key
  'host-key-revoked', // an SSH server's key is revoked
  'forwarding-forbidden', // the instance doesn't allow this login to forward connections
  'tunnel-unavailable', // the tunnel is stopped, or didn't return in time
  'tunnel-program', // the system's ssh is missing or could not be run
  'port-taken', // a local port is used by another program, or not permitted
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** Values that the text of a failure is written from. */
export type FailureParams = Readonly<Record<string, FailureParam>>;
type FailureParam = string | number | boolean | null | readonly string[] | Failure;

/**
 * An expected failure. It carries no sentences: `failures/` has the text of each reason, rendered for the place where it is shown.
 */
export interface Failure {
  /** What callers distinguish. */
  readonly code: FailureCode;
  /** What exactly failed: the key of its text. */
  readonly reason: string;
  readonly params: FailureParams;
}

/** The result of every call. Failures are values, because Electron drops the fields of thrown errors. */
export type Result<T> = Ok<T> | Failed;

/** A successful result. */
export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

/** A failed result. */
export interface Failed {
  readonly ok: false;
  readonly failure: Failure;
}

/** Wraps a value. */
export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/** Returns whether a value from another process is a valid failure. */
export function isFailure(value: unknown): value is Failure {
  if (typeof value !== 'object' || value === null) return false;
  const { code, reason, params } = value as Partial<Record<keyof Failure, unknown>>;
  return failureCodes.some((known) => known === code) && typeof reason === 'string' && typeof params === 'object' && params !== null;
}
