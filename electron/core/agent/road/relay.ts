import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Result } from '../../../contract/failure.ts';
import type { Mode } from '../../../contract/profile.ts';
import { readErrorBody, serviceFailure } from '../../service/service.ts';
import { networkFailure, type Upstream, type UpstreamRequest, type UpstreamResponse } from '../../upstream/upstream.ts';
import { refuse, refuseFor, type Exchange } from '../exchange.ts';
import { readSome } from '../read-some.ts';
import { breakOff } from './break-off.ts';
import { responseHeaders } from './passing-headers.ts';
import type { BodyTrouble } from './request-body.ts';

/** What is to be relayed, and where to. */
export interface Passage {
  readonly upstream: Upstream;
  readonly way: Mode;
  readonly segment: string | undefined;
  readonly method: UpstreamRequest['method'];
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Buffer | Readable | undefined;
  readonly firstByteMs: number;
  /** Never to be repeated, even where the service does. */
  readonly secrets: readonly string[];
}

/** Sends a request on and pours the answer back. `bodyTrouble` tells what stopped a body that is sent as it comes. */
export async function relay(exchange: Exchange, passage: Passage, bodyTrouble: () => BodyTrouble | undefined): Promise<void> {
  const answer = await ask(exchange, passage);
  const trouble = bodyTrouble();
  if (trouble) {
    if (answer.ok) answer.value.body.destroy();
    return refuse(exchange, trouble);
  }
  if (!answer.ok) {
    if (exchange.gone.aborted) exchange.note.failed('The client went away.');
    else refuseFor(exchange, answer.failure);
    return;
  }
  if (isAboutUs(passage.way, answer.value.status)) await explain(exchange, passage, answer.value);
  else await pour(exchange, answer.value, passage.upstream.host);
}

/** What only reads is asked again where its connection broke before an answer; anything else might be done twice. */
async function ask({ gone }: Exchange, { upstream, method, path, headers, body, firstByteMs }: Passage): Promise<Result<UpstreamResponse>> {
  const request = { method, path, headers, signal: gone, firstByteMs, ...(body === undefined ? {} : { body }) };
  const first = await upstream.request(request);
  const canRepeat = (method === 'GET' || method === 'HEAD') && body === undefined && !gone.aborted;
  return !first.ok && first.failure.code === 'connection-lost' && canRepeat ? upstream.request(request) : first;
}

/** A no to our network or our token, which the client can't know of; its body would tell it to check its key. */
function isAboutUs(way: Mode, status: number): boolean {
  return status === 401 || (way === 'proxy' && status === 403);
}

async function explain(exchange: Exchange, { way, segment, upstream, secrets }: Passage, answer: UpstreamResponse): Promise<void> {
  const failure = serviceFailure({
    mode: way,
    status: answer.status,
    body: readErrorBody(await readSome(answer.body, 16 * 1024)),
    host: upstream.host,
    model: undefined,
    segment,
    hasToken: true,
    retryAfterMs: undefined,
    secrets,
  });
  refuseFor(exchange, failure);
}

/** Every piece goes out as it comes; a reader who is slow slows the engine; a break is never made to look like an end. */
function pour(
  { response, note, gone, cors, inWords }: Exchange,
  { status, rawHeaders, body, header }: UpstreamResponse,
  host: string,
): Promise<void> {
  return new Promise((resolve) => {
    const isEvents = /^text\/event-stream\b/i.test(header('content-type') ?? '');
    note.answered(status, isEvents);
    response.writeHead(status, [...responseHeaders(rawHeaders), ...cors]);
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
      breakOff(response, { isFramed: isCounted || response.chunkedEncoding, failure: canSpeak ? inWords(failure) : undefined });
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
