import type { IncomingMessage } from 'node:http';
import type { AgentError } from '../agent-error.ts';
import { headerValue, headerValues, type RawHeaders } from '../headers.ts';

/** The head of a request, as it came. */
export interface RequestHead {
  readonly method: string;
  /** As it stands in the request line. */
  readonly target: string;
  readonly httpVersion: string;
  readonly rawHeaders: RawHeaders;
}

/** Who the agent is to its callers. */
export interface AgentIdentity {
  readonly port: number;
  /** Web pages the user lets in, as full origins. */
  readonly allowedOrigins: readonly string[];
}

/** `origin` is set where an allow-listed web page asks, which must be told that it may read the answer. */
export type GuardResult =
  | { readonly kind: 'allowed'; readonly origin: string | null }
  | { readonly kind: 'preflight'; readonly origin: string }
  | { readonly kind: 'refused'; readonly error: AgentError };

const keyHeaders = ['authorization', 'x-api-key'];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Two of these would leave it open which one counts. */
const singleHeaders = [
  'host',
  'origin',
  'authorization',
  'x-api-key',
  'content-type',
  'content-length',
  'transfer-encoding',
  'sec-fetch-site',
];

/**
 * Judges a head before anything else is done: every web page and every user of this computer can reach a
 * loopback port. The parser has refused what is not HTTP; here goes what a browser could be tricked into.
 */
export function checkRequestHead(head: RequestHead, identity: AgentIdentity): GuardResult {
  const { method, rawHeaders } = head;
  const malformedHead = checkRequestShape(head);
  if (malformedHead) return rejected(malformedHead);
  const host = (headerValue(rawHeaders, 'host') ?? '').toLowerCase();
  if (!isOwnHost(host, identity.port)) return rejected(wrongHost(identity.port));

  const origin = headerValue(rawHeaders, 'origin');
  const isAllowed = origin !== undefined && identity.allowedOrigins.includes(origin);
  if (origin !== undefined && !isAllowed) return rejected(wrongOrigin);
  const site = headerValue(rawHeaders, 'sec-fetch-site')?.toLowerCase();
  if (site !== undefined && site !== 'none' && site !== 'same-origin' && !isAllowed) return rejected(wrongOrigin);

  if (isAllowed && method === 'OPTIONS' && headerValue(rawHeaders, 'access-control-request-method') !== undefined) {
    return { kind: 'preflight', origin };
  }
  if (!methods.has(method)) return rejected(wrongMethod(method));
  // A form or a text can be sent across sites without a preflight, unless a header goes along that no page may add by itself.
  const isBeyondBrowser =
    isJson(headerValue(rawHeaders, 'content-type')) || keyHeaders.some((name) => headerValue(rawHeaders, name) !== undefined);
  if (hasBody(rawHeaders) && !isBeyondBrowser) return rejected(notJson);
  return { kind: 'allowed', origin: isAllowed ? origin : null };
}

/** The head of a request that Node has read. */
export function toRequestHead({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): RequestHead {
  return { method, target: url, httpVersion, rawHeaders };
}

/** Whether a request announces a body. */
export function hasBody(headers: RawHeaders): boolean {
  const length = headerValue(headers, 'content-length');
  return headerValue(headers, 'transfer-encoding') !== undefined || (length !== undefined && Number(length) !== 0);
}

/** What could be read in two ways is not read at all. */
export function checkRequestShape({ method, target, httpVersion, rawHeaders }: RequestHead): AgentError | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return malformed('This version of HTTP is not spoken here.');
  const repeated = singleHeaders.find((name) => headerValues(rawHeaders, name).length > 1);
  if (repeated !== undefined) return malformed(`The header ${repeated} was sent more than once.`);
  const coding = headerValue(rawHeaders, 'transfer-encoding');
  if (coding !== undefined) {
    if (headerValue(rawHeaders, 'content-length') !== undefined) return malformed('The body has two lengths.');
    if (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0') return malformed('The body is sent in a form that is not taken.');
  }
  // Some clients offer HTTP/2 with every request; a server may go on in HTTP/1.1, and they read that.
  const otherProtocol = headerValues(rawHeaders, 'upgrade').find((protocol) => protocol.trim().toLowerCase() !== 'h2c');
  if (otherProtocol !== undefined) return malformed('Other protocols are not spoken here.');
  if (method !== 'CONNECT' && !/^\/[\x21-\x7e]*$/.test(target)) return malformed('The request does not begin with a path.');
  return undefined;
}

function isOwnHost(host: string, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}` || host === `[::1]:${port}`;
}

/** Whether a body is declared as JSON. */
export function isJson(type: string | undefined): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type?.trim() ?? '');
}

function rejected(error: AgentError): GuardResult {
  return { kind: 'refused', error };
}

function malformed(message: string): AgentError {
  // What follows on this connection can't be trusted to be a request at all.
  return { status: 400, code: 'malformed_request', message, remedy: 'Send a plain HTTP/1.1 request.', headers: { connection: 'close' } };
}

function wrongHost(port: number): AgentError {
  return {
    status: 421,
    code: 'wrong_host',
    message: 'This request was meant for another host.',
    remedy: `Use http://127.0.0.1:${port} or http://localhost:${port}.`,
  };
}

const wrongOrigin: AgentError = {
  status: 403,
  code: 'origin_not_allowed',
  message: 'A web page may not ask this.',
  remedy: "If it is yours, add its origin to the agent's list in Causeway.",
};

const notJson: AgentError = {
  status: 415,
  code: 'not_json',
  message: 'The body is not declared as JSON, and no API key goes along with it.',
  remedy: 'Send it with Content-Type: application/json; a form or a file with “Authorization: Bearer …” and any key.',
};

function wrongMethod(method: string): AgentError {
  return { status: 405, code: 'method_not_allowed', message: `The method ${method} is not taken here.`, remedy: 'Use GET or POST.' };
}
