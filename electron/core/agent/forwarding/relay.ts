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
  readonly way: Mode;
  readonly segment: string | undefined;
  readonly method: UpstreamRequest['method'];
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Buffer | Readable | undefined;
  readonly firstByteMs: number;
  readonly signs: KeepAliveOptions;
  /** Never to be repeated, even where the service does. */
  readonly secrets: readonly string[];
}

/** Sends a request on and pours the answer back. `bodyTrouble` tells what stopped a body that is sent as it comes. */
export async function relay(exchange: AgentExchange, passage: RelayRequest, bodyTrouble: () => BodyError | undefined): Promise<void> {
  const signs = sendKeepAliveComments(exchange, passage.signs);
  const answer = await ask(exchange, passage).finally(signs.end);
  const trouble = bodyTrouble();
  const no = signs.hasBegun() ? refuseByEvent : sendError;
  if (trouble) {
    if (answer.ok) answer.value.body.destroy();
    return no(exchange, trouble);
  }
  if (!answer.ok) {
    if (exchange.gone.aborted) exchange.note.failed('The client went away.');
    else no(exchange, agentErrorFor(exchange.inWords(answer.failure)));
    return;
  }
  // Its status can't be told any more once the head of a stream of events is out, so that it is put into words as well.
  const isToBeExplained = isOwnAuthFailure(passage.way, answer.value.status) || (signs.hasBegun() && !isPlainEvents(answer.value));
  if (isToBeExplained) return no(exchange, await explain(exchange, passage, answer.value));
  await pipeResponse(exchange, answer.value, passage.upstream.host);
}

/** An answer that can follow the head that is out already. */
function isPlainEvents({ status, header }: UpstreamResponse): boolean {
  return status === 200 && isEventStream(header) && header('content-encoding') === undefined;
}

function isEventStream(header: UpstreamResponse['header']): boolean {
  return /^text\/event-stream\b/i.test(header('content-type') ?? '');
}

/** Says no in a last event, to a client that has the head of a stream of them. */
function refuseByEvent({ response, note }: AgentExchange, error: AgentError): void {
  note.failed(error.message);
  abortResponse(response, { isFramed: response.chunkedEncoding, event: errorJson(error) });
}

/** What only reads is asked again where its connection broke before an answer; anything else might be done twice. */
async function ask(
  { gone }: AgentExchange,
  { upstream, method, path, headers, body, firstByteMs }: RelayRequest,
): Promise<Result<UpstreamResponse>> {
  const request = { method, path, headers, signal: gone, firstByteMs, ...(body === undefined ? {} : { body }) };
  const first = await upstream.request(request);
  const canRepeat = (method === 'GET' || method === 'HEAD') && body === undefined && !gone.aborted;
  return !first.ok && first.failure.code === 'connection-lost' && canRepeat ? upstream.request(request) : first;
}

/** A no to our network or our token, which the client can't know of; its body would tell it to check its key. */
function isOwnAuthFailure(way: Mode, status: number): boolean {
  return status === 401 || (way === 'proxy' && status === 403);
}

async function explain(
  exchange: AgentExchange,
  { way, segment, upstream, secrets }: RelayRequest,
  answer: UpstreamResponse,
): Promise<AgentError> {
  const failure = serviceFailure({
    mode: way,
    status: answer.status,
    body: readErrorBody(await readPrefix(answer.body, 16 * 1024)),
    host: upstream.host,
    model: undefined,
    segment,
    hasToken: true,
    retryAfterMs: undefined,
    secrets,
  });
  return agentErrorFor(exchange.inWords(failure));
}

/** Every piece goes out as it comes; a reader who is slow slows the engine; a break is never made to look like an end. */
function pipeResponse(
  { response, note, gone, cors, inWords }: AgentExchange,
  { status, rawHeaders, body, header }: UpstreamResponse,
  host: string,
): Promise<void> {
  return new Promise((resolve) => {
    const isEvents = isEventStream(header);
    if (!response.headersSent) {
      note.answered(status, isEvents);
      response.writeHead(status, [...responseHeaders(rawHeaders), ...cors]);
    }
    // The head goes out with the first piece if that is here already, and else without it.
    const flushing = setImmediate(() => response.flushHeaders());
    const onGone = (): void => {
      note.failed('The client went away.');
      body.destroy();
      resolve();
    };
    if (gone.aborted) {
      onGone();
      return;
    }
    gone.addEventListener('abort', onGone, { once: true });
    body.once('data', () => clearImmediate(flushing));
    body.on('data', (piece: Buffer) => {
      if (!writeNow(response, piece)) body.pause();
      note.piece(piece); // afterwards: the client need not wait for our books
    });
    response.on('drain', () => body.resume());
    body.once('end', () => {
      clearImmediate(flushing);
      gone.removeEventListener('abort', onGone);
      response.end();
      resolve();
    });
    const onBreak = (error: unknown): void => {
      if (body.readableEnded || gone.aborted) return;
      clearImmediate(flushing);
      gone.removeEventListener('abort', onGone);
      const failure = networkFailure(error, host);
      note.failed(failure.message);
      const isCounted = header('content-length') !== undefined;
      const canSpeak = isEvents && header('content-encoding') === undefined && !isCounted;
      abortResponse(response, {
        isFramed: isCounted || response.chunkedEncoding,
        event: canSpeak ? errorJson(agentErrorFor(inWords(failure))) : undefined,
      });
      resolve();
    };
    body.once('error', onBreak);
    // Closed without a word: as bad as an error, and told only where there was none.
    body.once('close', () => {
      if (!body.errored && !body.readableEnded) onBreak(new Error('the answer was given up'));
    });
  });
}

/** Node itself corks a connection until the next tick, which costs a stream of small pieces a tenth of its delay. */
function writeNow(response: ServerResponse, piece: Buffer): boolean {
  const { socket } = response;
  socket?.cork(); // so that Node does not
  const hasRoom = response.write(piece);
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
const lastWordMs = 3_000;

/** Ends an answer that has begun so that no client takes it for complete. */
export function abortResponse(response: ServerResponse, { isFramed, event }: AbortedResponse): void {
  const { socket } = response;
  if (!socket || socket.destroyed) return;
  const cut = (): void => {
    clearTimeout(timer);
    // Without a frame, the end of the connection is the end of the answer: only a reset tells.
    if (isFramed) socket.destroy();
    else socket.resetAndDestroy();
  };
  const timer = setTimeout(cut, lastWordMs); // a reader that has stopped reading would keep us for ever
  if (event !== undefined) response.write(`\n\ndata: ${event}\n\n`, cut);
  else setImmediate(() => socket.write('', cut)); // what came before still arrives
}

/** The beginning of a body as text: up to the limit, or as far as it came. What is left of it is given up. */
export async function readPrefix(body: Readable, limit: number): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of body) {
      pieces.push(piece as Buffer); // no encoding is set, so it is bytes
      size += (piece as Buffer).length;
      if (size > limit) break;
    }
  } catch {
    // what came says enough
  }
  return Buffer.concat(pieces).toString('utf8', 0, limit);
}
