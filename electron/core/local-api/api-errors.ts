import type { Mode } from '../../contract/profile.ts';
import type { DialTarget } from '../shared/dial.ts';
import type { LocalApiError } from './local-api-error.ts';

// The errors that the local API itself answers with. Programs match on `code`, which never changes; people read the rest.

type Details = Pick<LocalApiError, 'param' | 'retryAfterSeconds' | 'known' | 'headers'>;

function refuse(status: number, code: string, message: string, remedy: string, details: Details = {}): LocalApiError {
  return { status, code, message, remedy, ...details };
}

const fewerRequests = 'Wait a second, or send fewer requests at once.';
const plainRequest = 'Send a plain HTTP/1.1 request.';
const sendAgain = 'Send it again without pauses.';
const soon: Details = { retryAfterSeconds: 1 };
const challenge: Details = { headers: { 'www-authenticate': 'Bearer realm="Causeway"' } };

/** Where a local key is created in the window. Begins a sentence. */
export const windowKeyHint = 'Create a local key under Connection > Local API';

const keyNeeds = {
  'spends-token': 'This request uses your API token, so it needs a local key.',
  always: 'A local key is required.',
  'unknown-caller': 'Causeway can’t identify the calling user, so a local key is required.',
};

/** Why a local key is needed. */
export type KeyNeed = keyof typeof keyNeeds;

/** `keyHint` begins the sentence that says how to create a local key. */
export const keyMissing = (need: KeyNeed, keyHint: string): LocalApiError =>
  refuse(401, 'key_missing', keyNeeds[need], `${keyHint}, and send it as the API key.`, challenge);
export const keyRefused = (keyHint: string): LocalApiError =>
  refuse(401, 'key_refused', 'This local key is unknown or was revoked.', `${keyHint}, and send it as the API key.`, challenge);
export const otherUser = refuse(
  403,
  'other_user',
  'This program belongs to another user of this computer.',
  'Run it as the user who runs Causeway, or give it a local key.',
);

/** Rewrites an authorization error for the client of an HTTP proxy. */
export function toProxyError(error: LocalApiError, keyHint: string): LocalApiError {
  if (error.status !== 401 && error.code !== 'other_user') return error;
  const remedy = `${keyHint}, and put it in the HTTP proxy’s address: http://key:KEY@127.0.0.1:PORT.`;
  return { ...error, status: 407, remedy, headers: { 'proxy-authenticate': 'Basic realm="Causeway"' } };
}

export function connectElsewhere({ host, port }: DialTarget): LocalApiError {
  const remedy = `Use it for ${host}:${port} only, with a single command or client.`;
  return refuse(403, 'connect_elsewhere', 'This HTTP proxy connects to the service only.', remedy);
}

const malformedMessages = {
  'http-version': 'Unsupported HTTP version.',
  'two-lengths': 'The request has both Content-Length and Transfer-Encoding.',
  'transfer-encoding': 'Unsupported transfer encoding.',
  upgrade: 'Protocol upgrades aren’t supported.',
  target: 'The request target isn’t a path.',
};

/** What is wrong with a request's head. */
type Malformed = keyof typeof malformedMessages | { readonly repeatedHeader: string };

export function malformedHead(what: Malformed): LocalApiError {
  const message = typeof what === 'string' ? malformedMessages[what] : `The request has more than one ${what.repeatedHeader} header.`;
  // The rest of this connection may not be a request at all.
  return refuse(400, 'malformed_request', message, plainRequest, { headers: { connection: 'close' } });
}

/** For a request that the HTTP parser rejected. */
export const malformedRequest = refuse(400, 'malformed_request', 'Malformed HTTP request.', plainRequest);
export const headersTooLarge = refuse(431, 'headers_too_large', 'The request headers are too large.', 'Send fewer or shorter headers.');
export const requestTooSlow = refuse(408, 'sender_too_slow', 'The request didn’t arrive in time.', sendAgain);
export const bodyTooSlow = refuse(408, 'sender_too_slow', 'The rest of the request body didn’t arrive in time.', sendAgain);

export function bodyTooLarge(limit: number): LocalApiError {
  const message = `The request body is larger than ${Math.floor(limit / 1024 / 1024)} MiB.`;
  return refuse(413, 'body_too_large', message, 'Send less at once.');
}

export function wrongHost(port: number): LocalApiError {
  const remedy = `Use http://127.0.0.1:${port} or http://localhost:${port}.`;
  return refuse(421, 'wrong_host', 'The Host header names another host.', remedy);
}

export const originNotAllowed = refuse(
  403,
  'origin_not_allowed',
  'This website or app isn’t allowed to use the local API.',
  'Add its origin under Connection > Local API, or with --allow-origin.',
);
export const notJson = refuse(
  415,
  'not_json',
  'The request body isn’t declared as JSON, and the request has no API key.',
  'Add “Content-Type: application/json”, or for a form or file “Authorization: Bearer …” with any key.',
);

export const wrongMethod = (method: string): LocalApiError =>
  refuse(405, 'method_not_allowed', `The method ${method} isn’t supported.`, 'Use GET or POST.');
export const readOnly = refuse(405, 'method_not_allowed', 'This endpoint is read-only.', 'Use GET.', { headers: { allow: 'GET, HEAD' } });

export const malformedPath = refuse(
  400,
  'malformed_path',
  'The path isn’t valid.',
  'Remove empty, “.” and “..” parts and escaped slashes.',
);
export const keyInAddress = refuse(
  400,
  'key_in_address',
  'The URL contains a local key, which would be sent to the service.',
  'Send it as “Authorization: Bearer …” or “x-api-key” instead.',
);
export const noSuchPath = refuse(
  404,
  'not_found',
  'The local API doesn’t have this path.',
  'Use /v1/… for any model, /ENGINE-PATH/v1/… for one engine, or /api/… for the proxy.',
);

/** For a model that isn't served in this mode. */
export function unknownModel(model: string, mode: Mode, known: readonly string[]): LocalApiError {
  const message = `No model called ${JSON.stringify(model.slice(0, 200))} is available in ${mode === 'proxy' ? 'Proxy' : 'Direct'} mode.`;
  const remedy = known.length > 0 ? `Use one of these: ${known.join(', ')}.` : 'Add your service’s models to the model catalog.';
  return refuse(404, 'unknown_model', message, remedy, { param: 'model', known });
}

export function modelMissing(segments: readonly string[]): LocalApiError {
  const paths = segments.length > 0 ? segments.map((segment) => `/${segment}/v1/…`).join(', ') : '/ENGINE-PATH/v1/…';
  const remedy = `Add "model" to the request body, or use the path of an engine: ${paths}.`;
  return refuse(400, 'model_missing', 'The request doesn’t name a model.', remedy, { param: 'model' });
}

export const notJsonObject = refuse(400, 'invalid_json', 'The request body isn’t a JSON object.', 'Send a JSON object with a "model".');
/** For a request of another dialect that can't be answered by chat completions. `message` names the field. */
export const untranslatable = (message: string, remedy: string, param: string): LocalApiError =>
  refuse(400, 'unsupported_field', message, remedy, { param });
export const compressedBody = refuse(
  415,
  'encoded_body',
  'The request body is compressed, so Causeway can’t read which model it names.',
  'Send it uncompressed, or use /ENGINE-PATH/v1/….',
);

export const memoryFull = refuse(503, 'too_many_requests', 'Too many large requests at once.', fewerRequests, soon);
export const tooManyRequests = refuse(503, 'too_many_requests', 'Too many requests at once.', fewerRequests, soon);
export const keyTooManyRequests = refuse(429, 'too_many_requests', 'Too many requests at once for this local key.', fewerRequests, soon);
export const keylessTooManyRequests = refuse(
  429,
  'too_many_requests',
  'Too many requests at once from programs without a local key.',
  'Wait a second, send fewer requests at once, or use a local key.',
  soon,
);
export const tooManyConnections = refuse(
  503,
  'too_many_connections',
  'Too many connections.',
  'Close some, or send several requests over one connection.',
  soon,
);

/** Text of the local API for its window, besides failures and the error responses in `api-errors.ts`. */
export const localApiText = {
  /** Shown in the list of requests. */
  clientDisconnected: 'The client disconnected.',
  environmentSnippet: 'Environment variables',
  genericSnippet: 'Any OpenAI-compatible program',
  httpsProxySnippet: 'Original URLs through HTTPS_PROXY',
  httpsProxyComment: 'For this command only. TLS stays end to end to the service.',
  anyKey: (placeholder: string) => `${placeholder} (your own programs can use any text)`,
};
