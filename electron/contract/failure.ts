/** Every way in which something can fail that is not a bug. Add a code where a caller must tell it apart. */
export const failureCodes = [
  'cancelled', // the caller withdrew
  'refused', // the sender may not ask this
  'invalid-input', // what was asked makes no sense
  'unexpected', // a bug on our side
  'storage', // a file could not be read or written
  'unsupported', // this way or this model does not offer what was asked
  'network-not-permitted', // direct: called from outside the research cloud's networks
  'token-missing', // proxy: no API token was sent
  'token-refused', // proxy: the token is wrong, expired or revoked
  'token-forbidden', // proxy: API keys are switched off, or this account may not use them
  'unknown-model', // the model is not served at this address
  'context-length', // the conversation is longer than the model can read
  'rate-limited', // asked too often; wait
  'request-rejected', // the service understood and said no
  'service-error', // the service or its engine broke
  'not-the-service', // something answered, but not a language-model service
  'bad-answer', // an answer that can't be read
  'answer-cut', // the answer ended before it was complete; what came is kept
  'name-not-found', // DNS does not know the host
  'connection-refused', // the host is there, nobody listens
  'unreachable', // no route to the host
  'connection-lost', // an established connection broke
  'connect-timeout', // no connection within the limit
  'first-byte-timeout', // connected, but no answer began within the limit
  'idle-timeout', // an answer began and then fell silent
  'tls-name', // the certificate is for another name
  'tls-authority', // the certificate's authority is not trusted here
  'tls-expired', // the certificate is expired or not yet valid
  'tls', // any other trouble while securing the connection
  'ca-file', // the profile's certificate file can't be used
  'http-proxy', // the HTTP proxy of the environment would not connect us
  'keychain-missing', // the system offers no keychain
  'keychain-locked', // the keychain is there but locked
  'keychain-refused', // the keychain said no
  'ssh-auth', // an SSH server took none of the identities
  'login-given-up', // the user did not answer what an SSH login asks
  'ssh-handshake', // no cipher, key exchange or key type in common with an SSH server
  'host-key-changed', // an SSH server shows another key than the known one
  'host-key-refused', // the user did not trust an SSH server's key
  'host-key-revoked', // an SSH server shows a key that is marked as revoked
  'forwarding-forbidden', // the instance does not let this login forward connections
  'tunnel-unavailable', // the tunnel is switched off, or did not come back in time
  'tunnel-program', // the system's ssh is missing or could not be run
  'port-taken', // a local port is held by another program, or is not ours to open
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** An expected failure: a sentence for a person, and the one thing to do next. */
export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  readonly remedy: string;
}

/** The envelope of every answer; Electron drops the fields of thrown errors, so failures travel as values. */
export type Result<T> = Ok<T> | Failed;

/** What was asked for. */
export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

/** Why there is nothing. */
export interface Failed {
  readonly ok: false;
  readonly failure: Failure;
}

/** Wraps a value. */
export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/** Wraps a failure. */
export function failed(code: FailureCode, message: string, remedy: string): Failed {
  return { ok: false, failure: { code, message, remedy } };
}

/** The answer to a call that its caller withdrew. */
export const cancelledCall: Failed = failed('cancelled', 'This was cancelled.', 'Start it again if you still want it.');

/** The answer where the user stopped what was asked for. */
export const stoppedByUser: Failed = failed('cancelled', 'Stopped at your request.', 'Ask again when you like.');

/** Whether a value from the other side of the border is a well-formed failure. */
export function isFailure(value: unknown): value is Failure {
  if (typeof value !== 'object' || value === null) return false;
  const { code, message, remedy } = value as Partial<Record<keyof Failure, unknown>>;
  return failureCodes.some((known) => known === code) && typeof message === 'string' && typeof remedy === 'string';
}

/** Reads an envelope from the other side of the border; anything else becomes an `unexpected` failure. */
export function reviveResult<T>(value: unknown): Result<T> {
  if (typeof value === 'object' && value !== null && 'ok' in value) {
    if (value.ok === true && 'value' in value) return value as Ok<T>;
    if (value.ok === false && 'failure' in value && isFailure(value.failure)) return value as Failed;
  }
  return unexpected();
}

/** The answer to a bug: it tells the renderer nothing that could be secret; the log has the rest. */
export function unexpected(): Failed {
  return failed(
    'unexpected',
    'Causeway made a mistake while doing this.',
    'Try again. If it happens again, save a diagnostics bundle from the Help menu and report it.',
  );
}
