import type { Mode } from '../../contract/profile.ts';
import type { DialTarget } from '../shared/dial.ts';
import type { LocalApiError } from './local-api-error.ts';

// The errors that the local API itself answers with. Programs match on `code`, which never changes; people read the rest.

const fewerRequests = 'Wait a second, or send fewer requests at once.';
const reuseConnections = 'Close some, or send several requests over one connection.';
const plainRequest = 'Send a plain HTTP/1.1 request.';
const sendAgain = 'Send it again without pauses.';

/** Where a local key is created in the window. Begins a sentence. */
export const windowKeyHint = 'Create a local key under Connection > Local API';

/** Why a local key is needed. */
export type KeyNeed = 'spends-token' | 'always' | 'unknown-caller';

const keyNeeds: Readonly<Record<KeyNeed, string>> = {
  'spends-token': 'This request uses your API token, so it needs a local key.',
  always: 'A local key is required.',
  'unknown-caller': 'Causeway can’t identify the calling user, so a local key is required.',
};
const challenge = { 'www-authenticate': 'Bearer realm="Causeway"' };

/** `keyHint` begins the sentence that says how to create a local key. */
export function keyMissing(need: KeyNeed, keyHint: string): LocalApiError {
  return { status: 401, code: 'key_missing', message: keyNeeds[need], remedy: sendKey(keyHint), headers: challenge };
}

export function keyRefused(keyHint: string): LocalApiError {
  const message = 'This local key is unknown or was revoked.';
  return { status: 401, code: 'key_refused', message, remedy: sendKey(keyHint), headers: challenge };
}

function sendKey(keyHint: string): string {
  return `${keyHint}, and send it as the API key.`;
}

export const otherUser: LocalApiError = {
  status: 403,
  code: 'other_user',
  message: 'This program belongs to another user of this computer.',
  remedy: 'Run it as the user who runs Causeway, or give it a local key.',
};

/** Rewrites an authorization error for the client of an HTTP proxy. */
export function toProxyError(error: LocalApiError, keyHint: string): LocalApiError {
  if (error.status !== 401 && error.code !== 'other_user') return error;
  const remedy = `${keyHint}, and put it in the HTTP proxy’s address: http://key:KEY@127.0.0.1:PORT.`;
  return { ...error, status: 407, remedy, headers: { 'proxy-authenticate': 'Basic realm="Causeway"' } };
}

export function connectElsewhere({ host, port }: DialTarget): LocalApiError {
  return {
    status: 403,
    code: 'connect_elsewhere',
    message: 'This HTTP proxy connects to the service only.',
    remedy: `Use it for ${host}:${port} only, with a single command or client.`,
  };
}

const malformedMessages = {
  'http-version': 'Unsupported HTTP version.',
  'two-lengths': 'The request has both Content-Length and Transfer-Encoding.',
  'transfer-encoding': 'Unsupported transfer encoding.',
  upgrade: 'Protocol upgrades aren’t supported.',
  target: 'The request target isn’t a path.',
};

/** What is wrong with a request's head. */
export type Malformed = keyof typeof malformedMessages | { readonly repeatedHeader: string };

export function malformedHead(what: Malformed): LocalApiError {
  const message = typeof what === 'string' ? malformedMessages[what] : `The request has more than one ${what.repeatedHeader} header.`;
  // The rest of this connection may not be a request at all.
  return { status: 400, code: 'malformed_request', message, remedy: plainRequest, headers: { connection: 'close' } };
}

/** For a request that the HTTP parser rejected. */
export const malformedRequest: LocalApiError = {
  status: 400,
  code: 'malformed_request',
  message: 'Malformed HTTP request.',
  remedy: plainRequest,
};

export const headersTooLarge: LocalApiError = {
  status: 431,
  code: 'headers_too_large',
  message: 'The request headers are too large.',
  remedy: 'Send fewer or shorter headers.',
};

export const requestTooSlow: LocalApiError = {
  status: 408,
  code: 'sender_too_slow',
  message: 'The request didn’t arrive in time.',
  remedy: sendAgain,
};

export const bodyTooSlow: LocalApiError = {
  status: 408,
  code: 'sender_too_slow',
  message: 'The rest of the request body didn’t arrive in time.',
  remedy: sendAgain,
};

export function bodyTooLarge(limit: number): LocalApiError {
  const message = `The request body is larger than ${Math.floor(limit / 1024 / 1024)} MiB.`;
  return { status: 413, code: 'body_too_large', message, remedy: 'Send less at once.' };
}

export function wrongHost(port: number): LocalApiError {
  return {
    status: 421,
    code: 'wrong_host',
    message: 'The Host header names another host.',
    remedy: `Use http://127.0.0.1:${port} or http://localhost:${port}.`,
  };
}

export const originNotAllowed: LocalApiError = {
  status: 403,
  code: 'origin_not_allowed',
  message: 'This website or app isn’t allowed to use the local API.',
  remedy: 'Add its origin under Connection > Local API, or with --allow-origin.',
};

export const notJson: LocalApiError = {
  status: 415,
  code: 'not_json',
  message: 'The request body isn’t declared as JSON, and the request has no API key.',
  remedy: 'Add “Content-Type: application/json”, or for a form or file “Authorization: Bearer …” with any key.',
};

export function wrongMethod(method: string): LocalApiError {
  return { status: 405, code: 'method_not_allowed', message: `The method ${method} isn’t supported.`, remedy: 'Use GET or POST.' };
}

export const readOnly: LocalApiError = {
  status: 405,
  code: 'method_not_allowed',
  message: 'This endpoint is read-only.',
  remedy: 'Use GET.',
  headers: { allow: 'GET, HEAD' },
};

export const malformedPath: LocalApiError = {
  status: 400,
  code: 'malformed_path',
  message: 'The path isn’t valid.',
  remedy: 'Remove empty, “.” and “..” parts and escaped slashes.',
};

export const keyInAddress: LocalApiError = {
  status: 400,
  code: 'key_in_address',
  message: 'The URL contains a local key, which would be sent to the service.',
  remedy: 'Send it as “Authorization: Bearer …” or “x-api-key” instead.',
};

export const noSuchPath: LocalApiError = {
  status: 404,
  code: 'not_found',
  message: 'The local API doesn’t have this path.',
  remedy: 'Use /v1/… for any model, /ENGINE-PATH/v1/… for one engine, or /api/… for the proxy.',
};

/** For a model that isn't served in this mode. */
export function unknownModel(model: string, mode: Mode, known: readonly string[]): LocalApiError {
  return {
    status: 404,
    code: 'unknown_model',
    message: `No model called ${JSON.stringify(model.slice(0, 200))} is available in ${mode === 'proxy' ? 'Proxy' : 'Direct'} mode.`,
    remedy: known.length > 0 ? `Use one of these: ${known.join(', ')}.` : 'Add your service’s models to the model catalog.',
    param: 'model',
    known,
  };
}

export function modelMissing(segments: readonly string[]): LocalApiError {
  const paths = segments.length > 0 ? segments.map((segment) => `/${segment}/v1/…`).join(', ') : '/ENGINE-PATH/v1/…';
  return {
    status: 400,
    code: 'model_missing',
    message: 'The request doesn’t name a model.',
    remedy: `Add "model" to the request body, or use the path of an engine: ${paths}.`,
    param: 'model',
  };
}

export const notJsonObject: LocalApiError = {
  status: 400,
  code: 'invalid_json',
  message: 'The request body isn’t a JSON object.',
  remedy: 'Send a JSON object with a "model".',
};

export const compressedBody: LocalApiError = {
  status: 415,
  code: 'encoded_body',
  message: 'The request body is compressed, so Causeway can’t read which model it names.',
  remedy: 'Send it uncompressed, or use /ENGINE-PATH/v1/….',
};

export const memoryFull: LocalApiError = {
  status: 503,
  code: 'too_many_requests',
  message: 'Too many large requests at once.',
  remedy: fewerRequests,
  retryAfterSeconds: 1,
};

export const tooManyRequests: LocalApiError = {
  status: 503,
  code: 'too_many_requests',
  message: 'Too many requests at once.',
  remedy: fewerRequests,
  retryAfterSeconds: 1,
};

export const keyTooManyRequests: LocalApiError = {
  status: 429,
  code: 'too_many_requests',
  message: 'Too many requests at once for this local key.',
  remedy: fewerRequests,
  retryAfterSeconds: 1,
};

export const keylessTooManyRequests: LocalApiError = {
  ...keyTooManyRequests,
  message: 'Too many requests at once from programs without a local key.',
  remedy: 'Wait a second, send fewer requests at once, or use a local key.',
};

export const tooManyConnections: LocalApiError = {
  status: 503,
  code: 'too_many_connections',
  message: 'Too many connections.',
  remedy: reuseConnections,
  retryAfterSeconds: 1,
};

export const keyTooManyConnections: LocalApiError = {
  status: 429,
  code: 'too_many_connections',
  message: 'Too many connections for this local key.',
  remedy: reuseConnections,
  retryAfterSeconds: 1,
  headers: { connection: 'close' }, // otherwise it would stay open as one too many
};
