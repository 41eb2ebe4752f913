import type { IncomingMessage } from 'node:http';
import type { AgentError } from '../agent-error.ts';
import { valueOf, valuesOf, type RawHeaders } from '../headers.ts';

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
  | { readonly kind: 'let-in'; readonly origin: string | null }
  | { readonly kind: 'preflight'; readonly origin: string }
  | { readonly kind: 'refused'; readonly error: AgentError };

const keyHeaders = ['authorization', 'x-api-key'];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Two of these would leave it open which one counts. */
const single = ['host', 'origin', 'authorization', 'x-api-key', 'content-type', 'content-length', 'transfer-encoding', 'sec-fetch-site'];

/**
 * Judges a head before anything else is done: every web page and every user of this computer can reach a
 * loopback port. The parser has refused what is not HTTP; here goes what a browser could be tricked into.
 */
export function checkRequestHead(head: RequestHead, house: AgentIdentity): GuardResult {
  const { method, rawHeaders } = head;
  const misshapen = checkRequestShape(head);
  if (misshapen) return refuse(misshapen);
  const host = (valueOf(rawHeaders, 'host') ?? '').toLowerCase();
  if (!isOurs(host, house.port)) return refuse(wrongHost(house.port));

  const origin = valueOf(rawHeaders, 'origin');
  const isAllowed = origin !== undefined && house.allowedOrigins.includes(origin);
  if (origin !== undefined && !isAllowed) return refuse(wrongOrigin);
  const site = valueOf(rawHeaders, 'sec-fetch-site')?.toLowerCase();
  if (site !== undefined && site !== 'none' && site !== 'same-origin' && !isAllowed) return refuse(wrongOrigin);

  if (isAllowed && method === 'OPTIONS' && valueOf(rawHeaders, 'access-control-request-method') !== undefined) {
    return { kind: 'preflight', origin };
  }
  if (!methods.has(method)) return refuse(wrongMethod(method));
  // A form or a text can be sent across sites without a preflight, unless a header goes along that no page may add by itself.
  const isBeyondPages = isJson(valueOf(rawHeaders, 'content-type')) || keyHeaders.some((name) => valueOf(rawHeaders, name) !== undefined);
  if (hasBody(rawHeaders) && !isBeyondPages) return refuse(notJson);
  return { kind: 'let-in', origin: isAllowed ? origin : null };
}

/** The head of a request that Node has read. */
export function toRequestHead({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): RequestHead {
  return { method, target: url, httpVersion, rawHeaders };
}

/** Whether a request announces a body. */
export function hasBody(headers: RawHeaders): boolean {
  const length = valueOf(headers, 'content-length');
  return valueOf(headers, 'transfer-encoding') !== undefined || (length !== undefined && Number(length) !== 0);
}

/** What could be read in two ways is not read at all. */
export function checkRequestShape({ method, target, httpVersion, rawHeaders }: RequestHead): AgentError | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return malformed('This version of HTTP is not spoken here.');
  const doubled = single.find((name) => valuesOf(rawHeaders, name).length > 1);
  if (doubled !== undefined) return malformed(`The header ${doubled} was sent more than once.`);
  const coding = valueOf(rawHeaders, 'transfer-encoding');
  if (coding !== undefined) {
    if (valueOf(rawHeaders, 'content-length') !== undefined) return malformed('The body has two lengths.');
    if (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0') return malformed('The body is sent in a form that is not taken.');
  }
  // Some clients offer HTTP/2 with every request; a server may go on in HTTP/1.1, and they read that.
  const other = valuesOf(rawHeaders, 'upgrade').find((protocol) => protocol.trim().toLowerCase() !== 'h2c');
  if (other !== undefined) return malformed('Other protocols are not spoken here.');
  if (method !== 'CONNECT' && !/^\/[\x21-\x7e]*$/.test(target)) return malformed('The request does not begin with a path.');
  return undefined;
}

function isOurs(host: string, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}` || host === `[::1]:${port}`;
}

/** Whether a body is declared as JSON. */
export function isJson(type: string | undefined): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type?.trim() ?? '');
}

function refuse(error: AgentError): GuardResult {
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
