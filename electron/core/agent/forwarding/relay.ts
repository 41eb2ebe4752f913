import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Result } from '../../../contract/failure.ts';
import type { Mode } from '../../../contract/profile.ts';
import { readErrorBody, serviceFailure } from '../../llm-client/llm-client.ts';
import { networkFailure, type Upstream, type UpstreamRequest, type UpstreamResponse } from '../../upstream/upstream.ts';
import { sendError, type AgentExchange } from '../respond.ts';
import { errorJson, agentErrorFor, type AgentError } from '../agent-error.ts';
import { responseHeaders } from '../headers.ts';
import type { BodyError } from './request-body.ts';
import { sendKeepAliveComments, type KeepAliveOptions } from './keep-alive-comments.ts';

/** What is to be relayed, and where to. */
export interface RelayRequest {
  readonly upstream: Upstream;
  readonly mode: Mode;
  readonly segment: string | undefined;
  readonly method: UpstreamRequest['method'];
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Buffer | Readable | undefined;
  readonly firstByteMs: number;
  readonly keepAlive: KeepAliveOptions;
  /** Never to be repeated, even where the service does. */
  readonly secrets: readonly string[];
}

/** Sends a request on and pours the answer back. `bodyTrouble` tells what stopped a body that is sent as it comes. */
export async function relay(exchange: AgentExchange, relayRequest: RelayRequest, bodyError: () => BodyError | undefined): Promise<void> {
  const comments = sendKeepAliveComments(exchange, relayRequest.keepAlive);
  const answer = await sendUpstream(exchange, relayRequest).finally(comments.end);
  const error = bodyError();
  const rejectWith = comments.hasBegun() ? sendErrorEvent : sendError;
  if (error) {
    if (answer.ok) answer.value.body.destroy();
    return rejectWith(exchange, error);
  }
  if (!answer.ok) {
    if (exchange.clientGone.aborted) exchange.record.setFailure('The client went away.');
    else rejectWith(exchange, agentErrorFor(exchange.rewordFailure(answer.failure)));
    return;
  }
  // Its status can't be told any more once the head of a stream of events is out, so that it is put into words as well.
  const isOwnFailure = isOwnAuthFailure(relayRequest.mode, answer.value.status) || (comments.hasBegun() && !isPlainEvents(answer.value));
  if (isOwnFailure) return rejectWith(exchange, await explain(exchange, relayRequest, answer.value));
  await pipeResponse(exchange, answer.value, relayRequest.upstream.host);
}

/** An answer that can follow the head that is out already. */
function isPlainEvents({ status, header }: UpstreamResponse): boolean {
  return status === 200 && isEventStream(header) && header('content-encoding') === undefined;
}

function isEventStream(header: UpstreamResponse['header']): boolean {
  return /^text\/event-stream\b/i.test(header('content-type') ?? '');
}

/** Says no in a last event, to a client that has the head of a stream of them. */
function sendErrorEvent({ response, record }: AgentExchange, error: AgentError): void {
  record.setFailure(error.message);
  abortResponse(response, { isFramed: response.chunkedEncoding, event: errorJson(error) });
}

/** What only reads is asked again where its connection broke before an answer; anything else might be done twice. */
async function sendUpstream(
  { clientGone }: AgentExchange,
  { upstream, method, path, headers, body, firstByteMs }: RelayRequest,
): Promise<Result<UpstreamResponse>> {
  const request = { method, path, headers, signal: clientGone, firstByteMs, ...(body === undefined ? {} : { body }) };
  const first = await upstream.request(request);
  const canRepeat = (method === 'GET' || method === 'HEAD') && body === undefined && !clientGone.aborted;
  return !first.ok && first.failure.code === 'connection-lost' && canRepeat ? upstream.request(request) : first;
}

/** A no to our network or our token, which the client can't know of; its body would tell it to check its key. */
function isOwnAuthFailure(way: Mode, status: number): boolean {
  return status === 401 || (way === 'proxy' && status === 403);
}

async function explain(
  exchange: AgentExchange,
  { mode, segment, upstream, secrets }: RelayRequest,
  answer: UpstreamResponse,
): Promise<AgentError> {
  const failure = serviceFailure({
    mode,
    status: answer.status,
    body: readErrorBody(await readPrefix(answer.body, 16 * 1024)),
    host: upstream.host,
    model: undefined,
    segment,
    hasToken: true,
    retryAfterMs: undefined,
    secrets,
  });
  return agentErrorFor(exchange.rewordFailure(failure));
}

/** Every piece goes out as it comes; a reader who is slow slows the engine; a break is never made to look like an end. */
function pipeResponse(
  { response, record, clientGone, cors, rewordFailure }: AgentExchange,
  { status, rawHeaders, body, header }: UpstreamResponse,
  host: string,
): Promise<void> {
  return new Promise((resolve) => {
    const isEvents = isEventStream(header);
    if (!response.headersSent) {
      record.setStatus(status, isEvents);
      response.writeHead(status, [...responseHeaders(rawHeaders), ...cors]);
    }
    // The head goes out with the first piece if that is here already, and else without it.
    const flushTimer = setImmediate(() => response.flushHeaders());
    const onGone = (): void => {
      record.setFailure('The client went away.');
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
      record.addResponseBytes(chunk); // afterwards: the client need not wait for our books
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
      record.setFailure(failure.message);
      const hasLength = header('content-length') !== undefined;
      const canSendEvent = isEvents && header('content-encoding') === undefined && !hasLength;
      abortResponse(response, {
        isFramed: hasLength || response.chunkedEncoding,
        event: canSendEvent ? errorJson(agentErrorFor(rewordFailure(failure))) : undefined,
      });
      resolve();
    };
    body.once('error', onBroken);
    // Closed without a word: as bad as an error, and told only where there was none.
    body.once('close', () => {
      if (!body.errored && !body.readableEnded) onBroken(new Error('the answer was given up'));
    });
  });
}

/** Node itself corks a connection until the next tick, which costs a stream of small pieces a tenth of its delay. */
function writeNow(response: ServerResponse, chunk: Buffer): boolean {
  const { socket } = response;
  socket?.cork(); // so that Node does not
  const hasRoom = response.write(chunk);
  socket?.uncork();
  return hasRoom;
}

/** How far an answer came that can't go on. */
export interface AbortedResponse {
  /** Whether the answer has a length or chunks, so that a missing rest shows. */
  readonly isFramed: boolean;
  /** A last event, where the answer is a stream of them: an error in JSON. */
  readonly event: string | undefined;
}

/** How long a last word may take to go out. */
const finalEventMs = 3_000;

/** Ends an answer that has begun so that no client takes it for complete. */
export function abortResponse(response: ServerResponse, { isFramed, event }: AbortedResponse): void {
  const { socket } = response;
  if (!socket || socket.destroyed) return;
  const close = (): void => {
    clearTimeout(timer);
    // Without a frame, the end of the connection is the end of the answer: only a reset tells.
    if (isFramed) socket.destroy();
    else socket.resetAndDestroy();
  };
  const timer = setTimeout(close, finalEventMs); // a reader that has stopped reading would keep us for ever
  if (event !== undefined) response.write(`\n\ndata: ${event}\n\n`, close);
  else setImmediate(() => socket.write('', close)); // what came before still arrives
}

/** The beginning of a body as text: up to the limit, or as far as it came. What is left of it is given up. */
export async function readPrefix(body: Readable, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer); // no encoding is set, so it is bytes
      size += (chunk as Buffer).length;
      if (size > limit) break;
    }
  } catch {
    // what came says enough
  }
  return Buffer.concat(chunks).toString('utf8', 0, limit);
}
