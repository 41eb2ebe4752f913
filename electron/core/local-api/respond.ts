import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Failure } from '../../contract/failure.ts';
import { errorHeaders, errorJson, localApiErrorFor, type ErrorForm, type LocalApiError, type LocalApiSurface } from './local-api-error.ts';
import type { RequestRecord } from './inspector/inspector.ts';
import { headerValue } from './headers.ts';
import { requestsStream } from './forwarding/read-model-name.ts';

/** One request and its response. */
export interface LocalApiExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the client disconnects. */
  readonly clientGone: AbortSignal;
  readonly record: RequestRecord;
  /** CORS headers for every response to an allow-listed page. */
  readonly cors: readonly string[];
  /** Which text the caller gets. */
  readonly surface: LocalApiSurface;
  readonly errorForm: ErrorForm;
}

/** How long after the response the rest of an unwanted body is read. Closing at once could cut off the response. */
const drainMs = 1_000;

/** Sends a response of the local API itself. */
export function send(
  { request, response, record, cors }: LocalApiExchange,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return;
  record.setStatus(status);
  response.writeHead(status, [
    ...Object.entries(headers).flat(),
    ...(text === '' ? [] : ['content-length', String(Buffer.byteLength(text))]),
    'cache-control',
    'no-store',
    'x-content-type-options',
    'nosniff',
    ...cors,
  ]);
  response.end(request.method === 'HEAD' ? undefined : text);
  discardBody({ request, response });
}

/** Reads and discards the rest of an unwanted body, which the next request on the connection would wait behind. */
export function discardBody({ request, response }: Pick<LocalApiExchange, 'request' | 'response'>): void {
  if (request.complete) return;
  request.resume();
  const limit = (): void => {
    const timer = setTimeout(() => request.socket.destroy(), drainMs);
    request.once('end', () => clearTimeout(timer));
    request.once('close', () => clearTimeout(timer));
  };
  if (response.writableFinished) limit();
  else response.once('finish', limit);
}

/** Sends an error in the client's form. */
export function sendError(exchange: LocalApiExchange, error: LocalApiError): void {
  exchange.record.setFailure(error.message);
  send(exchange, error.status, errorJson(error, exchange.errorForm), errorHeaders(error));
}

/** Sends the error for a failure behind the local API. */
export function sendFailure(exchange: LocalApiExchange, failure: Failure): void {
  sendError(exchange, localApiErrorFor(failure, exchange.surface));
}

/** Writes without Node's cork until the next tick, which costs a stream of small chunks a tenth of its latency. */
export function writeNow(response: ServerResponse, chunk: Buffer): boolean {
  const { socket } = response;
  socket?.cork(); // prevents Node from corking
  const hasRoom = response.write(chunk);
  socket?.uncork();
  return hasRoom;
}

/** Begins an event stream of the local API itself. */
export function beginEvents({ response, record, cors }: LocalApiExchange): void {
  record.setStatus(200, true);
  response.writeHead(200, ['content-type', 'text/event-stream', 'cache-control', 'no-store', 'x-content-type-options', 'nosniff', ...cors]);
}

export function sendJson(exchange: LocalApiExchange, value: unknown): void {
  send(exchange, 200, JSON.stringify(value), { 'content-type': 'application/json' });
}

export interface KeepAliveOptions {
  readonly everyMs: number;
  /** Returns true while the request waits for the tunnel. */
  readonly isAwaited: () => boolean;
  /** True if the client asked for an event stream, which ignores comments. */
  readonly wantsEvents: boolean;
}

const comment = ': waiting for the tunnel\n\n';

/** Sends comment lines while the request waits for the tunnel, which keep its client connected. */
export function sendKeepAliveComments(exchange: LocalApiExchange, { everyMs, isAwaited, wantsEvents }: KeepAliveOptions) {
  const { response } = exchange;
  let hasBegun = false;
  const sendComment = (): void => {
    if (!isAwaited() || exchange.clientGone.aborted) return;
    if (!hasBegun) {
      hasBegun = true;
      beginEvents(exchange);
    }
    response.write(comment);
  };
  const timer = wantsEvents ? setInterval(sendComment, everyMs) : undefined;
  return {
    /** Returns true if a comment, and so the response head, was sent. */
    hasBegun: (): boolean => hasBegun,
    end: (): void => clearInterval(timer),
  };
}

/**
 * Returns true if the client asked for an event stream, by its Accept header or in a buffered body. A client that also accepts JSON may
 * get a JSON answer, so it must not get events.
 */
export function wantsEventStream(headers: readonly string[], body: Buffer | undefined): boolean {
  return (
    /^\s*text\/event-stream\s*(?:;[^,]*)?$/i.test(headerValue(headers, 'accept') ?? '') || (body !== undefined && requestsStream(body))
  );
}
