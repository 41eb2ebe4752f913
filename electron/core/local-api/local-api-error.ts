import { renderFailure } from '../../contract/failures/render-failure.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { Failure, FailureCode } from '../../contract/failure.ts';

/** An error response of the local API itself, sent before the first byte of an answer. */
export interface LocalApiError {
  readonly status: number;
  /** Machine-readable error code. */
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly param?: string;
  readonly retryAfterSeconds?: number;
  /** Valid alternatives, such as the known models. */
  readonly known?: readonly string[];
  /** The precise cause, if several share a code. */
  readonly reason?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type ErrorResponse = readonly [status: number, code: string, retryAfterSeconds?: number];

const tunnel: ErrorResponse = [503, 'tunnel_unavailable', 5];
const keychain: ErrorResponse = [503, 'keychain_unavailable'];
const timeout: ErrorResponse = [504, 'upstream_timeout'];

const responseByFailure: Readonly<Record<FailureCode, ErrorResponse>> = {
  cancelled: [503, 'connection_closed', 1],
  refused: [403, 'refused'],
  'invalid-input': [503, 'not_configured'],
  unexpected: [500, 'internal_error'],
  storage: [500, 'storage_failed'],
  unsupported: [501, 'unsupported'],
  'network-not-permitted': [403, 'not_on_network'],
  'token-missing': [401, 'token_missing'],
  'token-refused': [401, 'token_refused'],
  'token-forbidden': [403, 'token_forbidden'],
  'unknown-model': [404, 'unknown_model'],
  'context-length': [400, 'context_length_exceeded'],
  'rate-limited': [429, 'rate_limited', 5],
  'request-rejected': [400, 'request_rejected'],
  'service-error': [502, 'service_error'],
  'not-the-service': [502, 'not_the_service'],
  'bad-answer': [502, 'bad_answer'],
  'answer-cut': [502, 'answer_cut'],
  'name-not-found': [502, 'name_not_found'],
  'connection-refused': [502, 'connection_refused'],
  unreachable: [502, 'unreachable'],
  'connection-lost': [502, 'connection_lost'],
  'connect-timeout': timeout,
  'first-byte-timeout': timeout,
  'idle-timeout': timeout,
  'tls-name': [502, 'tls_name'],
  'tls-authority': [502, 'tls_authority'],
  'tls-expired': [502, 'tls_expired'],
  tls: [502, 'tls'],
  'ca-file': [503, 'ca_file'],
  'http-proxy': [502, 'http_proxy'],
  'keychain-missing': keychain,
  'keychain-locked': keychain,
  'keychain-refused': keychain,
  'ssh-auth': tunnel,
  'login-given-up': tunnel,
  'ssh-handshake': tunnel,
  'host-key-changed': tunnel,
  'host-key-refused': tunnel,
  'host-key-revoked': tunnel,
  'forwarding-forbidden': tunnel,
  'tunnel-unavailable': tunnel,
  'tunnel-program': tunnel,
  'port-taken': [500, 'port_taken'],
};

/** Where callers of the local API find the remedy: in the window of the program, or on its command line. */
export type LocalApiSurface = 'api' | 'terminal';

/** Returns the error response for a failure behind the local API. */
export function localApiErrorFor(failure: Failure, surface: LocalApiSurface): LocalApiError {
  const { code } = failure;
  const { message, remedy } = renderFailure(failure, { surface });
  const [status, errorCode, defaultWait] = responseByFailure[code];
  const wait = failure.params['waitSeconds'];
  const retryAfterSeconds = typeof wait === 'number' ? wait : defaultWait;
  return { status, code: errorCode, message, remedy, reason: code, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

/** Failures after which the service may have handled the request. A connection that broke during its handshake looks the same. */
const failuresAfterSend: ReadonlySet<FailureCode> = new Set(['first-byte-timeout', 'connection-lost', 'not-the-service']);

/** Returns the error response for a failure while forwarding. Tells OpenAI's libraries not to repeat what may have been handled. */
export function forwardingErrorFor(failure: Failure, surface: LocalApiSurface, isRead: boolean): LocalApiError {
  const error = localApiErrorFor(failure, surface);
  const mayBeHandled = failuresAfterSend.has(failure.code) || failure.reason === 'connection-closed';
  if (isRead || !mayBeHandled) return error;
  const { retryAfterSeconds: _contradicting, ...final } = error;
  return { ...final, headers: { 'x-should-retry': 'false' } };
}

/** In which form a client expects errors. */
export type ErrorForm = 'openai' | 'anthropic';

/** Serializes an error in a client's form. The message includes the remedy, because clients show only the message. */
export function errorJson(error: LocalApiError, form: ErrorForm = 'openai'): string {
  return JSON.stringify(form === 'anthropic' ? anthropicError(error) : openaiError(error));
}

function openaiError({ status, code, message, remedy, param, known, reason }: LocalApiError): unknown {
  const details = { ...(known === undefined ? {} : { known }), ...(reason === undefined ? {} : { reason }) };
  return { error: { message: `${message} ${remedy}`.trimEnd(), type: errorType(status), param: param ?? null, code, remedy, ...details } };
}

/** Returns the headers of an error response, except its length. */
export function errorHeaders({ retryAfterSeconds, headers }: LocalApiError): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...headers,
  };
}

function errorType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'api_error' : 'invalid_request_error';
}

/** Returns an error in Anthropic's form. Claude Code shortens its conversation if the message says that it is too long. */
export function anthropicError({ status, code, message, remedy }: LocalApiError): JsonObject {
  const text = `${message} ${remedy}`.trimEnd();
  const type = anthropicTypes[status] ?? errorType(status);
  return { type: 'error', error: { type, message: code === 'context_length_exceeded' ? `prompt is too long: ${text}` : text } };
}

const anthropicTypes: Readonly<Record<number, string>> = {
  404: 'not_found_error',
  413: 'request_too_large',
  503: 'overloaded_error',
  504: 'timeout_error',
};
