import { describeFailure } from '../../../contract/failures/render-failure.ts';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Result } from '../../../contract/failure.ts';
import type { Mode } from '../../../contract/profile.ts';
import { readErrorBody, serviceFailure } from '../../llm-client/llm-client.ts';
import { networkFailure, type Upstream, type UpstreamRequest, type UpstreamResponse } from '../../upstream/upstream.ts';
import { sendError, type LocalApiExchange, sendKeepAliveComments, type KeepAliveOptions, writeNow } from '../respond.ts';
import { errorJson, localApiErrorFor, forwardingErrorFor, type LocalApiError } from '../local-api-error.ts';
import { responseHeaders } from '../headers.ts';
import { localApiText } from '../api-errors.ts';
import type { BodyError } from './request-body.ts';
import { brotliDecompressSync, constants, unzipSync } from 'node:zlib';

/** A request to relay and its destination. */
interface RelayRequest {
  readonly upstream: Upstream;
  readonly mode: Mode;
  readonly segment: string | undefined;
  readonly method: UpstreamRequest['method'];
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Buffer | Readable | undefined;
  readonly firstByteMs: number;
  readonly keepAlive: KeepAliveOptions;
  /** Never repeated to the client, even if the service does. */
  readonly secrets: readonly string[];
}

/** Sends a request upstream and pipes the response back. `bodyError` returns what stopped a streamed body. */
export async function relay(exchange: LocalApiExchange, relayRequest: RelayRequest, bodyError: () => BodyError | undefined): Promise<void> {
  const comments = sendKeepAliveComments(exchange, relayRequest.keepAlive);
  const answer = await sendUpstream(exchange, relayRequest).finally(comments.end);
  const error = bodyError();
  const rejectWith = comments.hasBegun() ? sendErrorEvent : sendError;
  if (error) {
    if (answer.ok) answer.value.body.destroy();
    return rejectWith(exchange, error);
  }
  if (!answer.ok) {
    if (exchange.clientGone.aborted) exchange.record.setFailure(localApiText.clientDisconnected);
    else rejectWith(exchange, forwardingErrorFor(answer.failure, exchange.surface, isRead(relayRequest.method)));
    return;
  }
  // Once the head of an event stream is sent, the status can only be reported in an event.
  const isOwnFailure = isOwnAuthFailure(relayRequest.mode, answer.value.status) || (comments.hasBegun() && !isPlainEvents(answer.value));
  if (isOwnFailure) return rejectWith(exchange, await explain(exchange, relayRequest, answer.value));
  await pipeResponse(exchange, answer.value, relayRequest.upstream.host);
}

/** Returns true if the response can follow the event-stream head that was already sent. */
function isPlainEvents({ status, header }: UpstreamResponse): boolean {
  return status === 200 && isEventStream(header) && header('content-encoding') === undefined;
}

function isEventStream(header: UpstreamResponse['header']): boolean {
  return /^text\/event-stream\b/i.test(header('content-type') ?? '');
}

/** Sends an error as the last event of a stream that has started. */
function sendErrorEvent({ response, record, errorForm }: LocalApiExchange, error: LocalApiError): void {
  record.setFailure(error.message);
  abortResponse(response, { isFramed: response.chunkedEncoding, event: errorJson(error, errorForm) });
}

/** Retries a read once if its connection broke before a response. Other requests might take effect twice. */
async function sendUpstream(
  { clientGone }: LocalApiExchange,
  { upstream, method, path, headers, body, firstByteMs }: RelayRequest,
): Promise<Result<UpstreamResponse>> {
  const request = { method, path, headers, signal: clientGone, firstByteMs, ...(body === undefined ? {} : { body }) };
  const first = await upstream.request(request);
  const canRepeat = isRead(method) && body === undefined && !clientGone.aborted;
  return !first.ok && first.failure.code === 'connection-lost' && canRepeat ? upstream.request(request) : first;
}

function isRead(method: UpstreamRequest['method']): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Returns true if the service rejected our network or token. Its own body would tell the client to check its key. */
function isOwnAuthFailure(mode: Mode, status: number): boolean {
  return status === 401 || (mode === 'proxy' && status === 403);
}

async function explain(
  exchange: LocalApiExchange,
  { mode, segment, upstream, secrets }: RelayRequest,
  answer: UpstreamResponse,
): Promise<LocalApiError> {
  const failure = serviceFailure({
    mode,
    status: answer.status,
    body: readErrorBody(await readPrefix(answer.body, 16 * 1024, answer.header('content-encoding')), secrets),
    host: upstream.host,
    model: undefined,
    segment,
    hasToken: true,
    retryAfterMs: undefined,
  });
  return localApiErrorFor(failure, exchange.surface);
}

/** Writes every chunk at once, applies backpressure, and never makes a broken response look complete. */
function pipeResponse(
  { response, record, clientGone, cors, surface, errorForm }: LocalApiExchange,
  { status, rawHeaders, body, header }: UpstreamResponse,
  host: string,
): Promise<void> {
  return new Promise((resolve) => {
    const isEvents = isEventStream(header);
    if (!response.headersSent) {
      record.setStatus(status, isEvents);
      response.writeHead(status, [...responseHeaders(rawHeaders), ...cors]);
    }
    // The head is sent with the first chunk if it is already here, otherwise alone.
    const flushTimer = setImmediate(() => response.flushHeaders());
    const onGone = (): void => {
      record.setFailure(localApiText.clientDisconnected);
      body.destroy();
      resolve();
    };
    if (clientGone.aborted) {
      onGone();
      return;
    }
    clientGone.addEventListener('abort', onGone, { once: true });
    body.once('data', () => clearImmediate(flushTimer));
    body.on('data', (chunk: Buffer) => {
      if (!writeNow(response, chunk)) body.pause();
      record.addResponseBytes(chunk); // after the write, so the client doesn't wait for the inspector
    });
    response.on('drain', () => body.resume());
    body.once('end', () => {
      clearImmediate(flushTimer);
      clientGone.removeEventListener('abort', onGone);
      response.end();
      resolve();
    });
    const onBroken = (error: unknown): void => {
      if (body.readableEnded || clientGone.aborted) return;
      clearImmediate(flushTimer);
      clientGone.removeEventListener('abort', onGone);
      const failure = networkFailure(error, host);
      record.setFailure(describeFailure(failure).message);
      const hasLength = header('content-length') !== undefined;
      const canSendEvent = isEvents && header('content-encoding') === undefined && !hasLength;
      abortResponse(response, {
        isFramed: hasLength || response.chunkedEncoding,
        event: canSendEvent ? errorJson(localApiErrorFor(failure, surface), errorForm) : undefined,
      });
      resolve();
    };
    body.once('error', onBroken);
    // Closing without an end is a failure too, reported only if no error was.
    body.once('close', () => {
      if (!body.errored && !body.readableEnded) onBroken(new Error('the answer was given up'));
    });
  });
}

/** The state of a response that can't be completed. */
interface AbortedResponse {
  /** True if the response has a length or chunks, so that a client notices the missing rest. */
  readonly isFramed: boolean;
  /** A final error event, if the response is an event stream. */
  readonly event: string | undefined;
}

/** How long sending the final event may take. */
const finalEventMs = 3_000;

/** Ends a started response so that no client takes it for complete. */
function abortResponse(response: ServerResponse, { isFramed, event }: AbortedResponse): void {
  const { socket } = response;
  if (!socket || socket.destroyed) return;
  const close = (): void => {
    clearTimeout(timer);
    // An unframed response ends with its connection, so only a reset shows that it is incomplete.
    if (isFramed) socket.destroy();
    else socket.resetAndDestroy();
  };
  const timer = setTimeout(close, finalEventMs); // the client may have stopped reading
  if (event !== undefined) response.write(`\n\ndata: ${event}\n\n`, close);
  else setImmediate(() => socket.write('', close)); // after pending writes
}

/** More than any error page has. A few compressed bytes can decode to gigabytes. */
const maxDecodedBytes = 1024 * 1024;

/** Reads the start of a body as text, up to the limit, and discards the rest. Returns '' if its encoding can't be decoded. */
export async function readPrefix(body: Readable, limit: number, encoding?: string): Promise<string> {
  const prefix = await readBytes(body, limit);
  const decoded = encoding === undefined ? prefix : decodePrefix(prefix, encoding.trim().toLowerCase());
  return decoded?.toString('utf8') ?? '';
}

async function readBytes(body: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer); // no encoding is set, so chunks are buffers
      size += (chunk as Buffer).length;
      if (size > limit) break;
    }
  } catch {
    // a partial body is enough
  }
  return Buffer.concat(chunks).subarray(0, limit);
}

/** Decodes as much as the prefix contains. */
function decodePrefix(prefix: Buffer, encoding: string): Buffer | undefined {
  const options = { maxOutputLength: maxDecodedBytes };
  try {
    if (encoding === 'identity') return prefix;
    if (encoding === 'br') return brotliDecompressSync(prefix, { ...options, finishFlush: constants.BROTLI_OPERATION_FLUSH });
    return /^(?:(?:x-)?gzip|deflate)$/.test(encoding) ? unzipSync(prefix, { ...options, finishFlush: constants.Z_SYNC_FLUSH }) : undefined;
  } catch {
    return undefined;
  }
}
