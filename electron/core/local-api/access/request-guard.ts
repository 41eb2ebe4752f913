import type { IncomingMessage } from 'node:http';
import type { LocalApiError } from '../local-api-error.ts';
import { malformedHead, notJson, originNotAllowed, wrongHost, wrongMethod } from '../api-errors.ts';
import { headerValue, headerValues, type RawHeaders } from '../headers.ts';

/** The head of a request, unmodified. */
export interface RequestHead {
  readonly method: string;
  /** The target of the request line. */
  readonly target: string;
  readonly httpVersion: string;
  readonly rawHeaders: RawHeaders;
}

/** The address and rules by which the local API checks requests. */
interface LocalApiIdentity {
  readonly port: number;
  /** Full origins of the web pages the user allows. */
  readonly allowedOrigins: readonly string[];
}

/** The result of the head check. `origin` is set if an allow-listed web page sent the request, because it needs CORS headers. */
export type GuardResult =
  | { readonly kind: 'allowed'; readonly origin: string | null }
  | { readonly kind: 'preflight'; readonly origin: string }
  | { readonly kind: 'refused'; readonly error: LocalApiError };

const keyHeaders = ['authorization', 'x-api-key'];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Headers that may occur only once, because it would be unclear which one counts. */
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
 * Checks a request head before anything else, because every web page and every local user can reach a loopback port. The HTTP parser has
 * already rejected malformed input. This rejects what a browser could be tricked into sending.
 */
export function checkRequestHead(head: RequestHead, identity: LocalApiIdentity): GuardResult {
  const { method, rawHeaders } = head;
  const malformed = checkRequestShape(head);
  if (malformed) return rejected(malformed);
  const host = (headerValue(rawHeaders, 'host') ?? '').toLowerCase();
  if (!isOwnHost(host, identity.port)) return rejected(wrongHost(identity.port));

  const origin = headerValue(rawHeaders, 'origin');
  const isAllowed = origin !== undefined && identity.allowedOrigins.includes(origin);
  if (origin !== undefined && !isAllowed) return rejected(originNotAllowed);
  const site = headerValue(rawHeaders, 'sec-fetch-site')?.toLowerCase();
  if (site !== undefined && site !== 'none' && site !== 'same-origin' && !isAllowed) return rejected(originNotAllowed);

  if (isAllowed && method === 'OPTIONS' && headerValue(rawHeaders, 'access-control-request-method') !== undefined) {
    return { kind: 'preflight', origin };
  }
  if (!methods.has(method)) return rejected(wrongMethod(method));
  // A form or plain text can be sent across sites without a preflight, unless it carries a header that pages can't set themselves.
  const isBeyondBrowser =
    isJson(headerValue(rawHeaders, 'content-type')) || keyHeaders.some((name) => headerValue(rawHeaders, name) !== undefined);
  if (hasBody(rawHeaders) && !isBeyondBrowser) return rejected(notJson);
  return { kind: 'allowed', origin: isAllowed ? origin : null };
}

/** Converts a request that Node has parsed. */
export function toRequestHead({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): RequestHead {
  return { method, target: url, httpVersion, rawHeaders };
}

/** Returns true if a request announces a body. */
export function hasBody(headers: RawHeaders): boolean {
  const length = headerValue(headers, 'content-length');
  return headerValue(headers, 'transfer-encoding') !== undefined || (length !== undefined && Number(length) !== 0);
}

/** Returns an error if the head is ambiguous. */
export function checkRequestShape({ method, target, httpVersion, rawHeaders }: RequestHead): LocalApiError | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return malformedHead('http-version');
  const repeated = singleHeaders.find((name) => headerValues(rawHeaders, name).length > 1);
  if (repeated !== undefined) return malformedHead({ repeatedHeader: repeated });
  const coding = headerValue(rawHeaders, 'transfer-encoding');
  if (coding !== undefined) {
    if (headerValue(rawHeaders, 'content-length') !== undefined) return malformedHead('two-lengths');
    if (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0') return malformedHead('transfer-encoding');
  }
  // Some clients offer h2c with every request and accept an HTTP/1.1 response.
  const otherProtocol = headerValues(rawHeaders, 'upgrade').find((protocol) => protocol.trim().toLowerCase() !== 'h2c');
  if (otherProtocol !== undefined) return malformedHead('upgrade');
  if (method !== 'CONNECT' && !/^\/[\x21-\x7e]*$/.test(target)) return malformedHead('target');
  return undefined;
}

function isOwnHost(host: string, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}` || host === `[::1]:${port}`;
}

/** Returns true if a body is declared as JSON. */
export function isJson(type: string | undefined): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type?.trim() ?? '');
}

function rejected(error: LocalApiError): GuardResult {
  return { kind: 'refused', error };
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Returns the headers that let an allow-listed page read the response. Never sends `*` or allows the browser's credentials. */
export function corsHeaders(origin: string | null, requested: RawHeaders): readonly string[] {
  // Sandboxes pages of the service opened in a browser. Otherwise they would run with our origin.
  if (origin === null) return headerValue(requested, 'sec-fetch-dest') === undefined ? [] : ['content-security-policy', 'sandbox'];
  return ['access-control-allow-origin', origin, 'access-control-expose-headers', 'retry-after, x-request-id', 'vary', 'Origin'];
}

/** Returns the preflight response headers for an allow-listed page. */
export function preflightHeaders(origin: string, requested: RawHeaders): readonly string[] {
  const names = (headerValue(requested, 'access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => token.test(name));
  const isPrivate = headerValue(requested, 'access-control-request-private-network') === 'true';
  return [
    'access-control-allow-origin',
    origin,
    'access-control-allow-methods',
    'GET, HEAD, POST, PUT, PATCH, DELETE',
    ...(names.length > 0 ? ['access-control-allow-headers', names.join(', ')] : []),
    ...(isPrivate ? ['access-control-allow-private-network', 'true'] : []),
    'access-control-max-age',
    '60', // short, because an origin removed from the list must lose access soon
    'vary',
    'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  ];
}
