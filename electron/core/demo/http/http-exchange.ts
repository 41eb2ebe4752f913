import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Timing } from '../dialects/dialect.ts';
import { removeIdMarks } from '../dialects/format-logprobs.ts';
import { segments } from '../engines/demo-model.ts';
import { handleAsService, type DemoContext, type Intercept, type Progress, parseRoute } from './exchange.ts';
import { handleRequest } from './handle-request.ts';
import { page, type Reply } from './reply.ts';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Speed of the demo's engines: real, unlimited, or in tokens per second. */
export type Speed = 'real' | 'unlimited' | number;

/** Parses a speed: `unlimited` or tokens per second. Anything else is the real speed. */
export function readSpeed(text: string | undefined): Speed {
  if (text === 'unlimited') return text;
  const rate = Number(text);
  return rate > 0 && Number.isFinite(rate) ? rate : 'real';
}

/** Limits the speed of an answer: resolves when that many tokens may have been generated. Rejects when aborted. */
type Pace = (tokens: number, signal: AbortSignal) => Promise<void>;

/** The real engines process the prompt before the first token. */
const prefillMs = 120;
const tokensPerYield = 32;

/** Creates a pace that starts now. Delays are counted from the start, so that late timers don't add up. */
function createPace(speed: Speed, tokensPerSecond: number, now: () => number): Pace {
  if (speed === 'unlimited') {
    let last = 0;
    return async (tokens, signal) => {
      signal.throwIfAborted();
      if (tokens - last < tokensPerYield) return;
      last = tokens;
      // Yields to the event loop, so that a disconnect is noticed.
      await setImmediate(undefined, { signal });
    };
  }
  const rate = speed === 'real' ? tokensPerSecond : speed;
  const start = now() + (speed === 'real' ? prefillMs : 0);
  return async (tokens, signal) => {
    signal.throwIfAborted();
    const wait = start + (tokens * 1000) / rate - now();
    if (wait > 0) await setTimeout(wait, undefined, { signal });
  };
}

/** Options shared by all exchanges. */
interface ExchangeOptions {
  readonly context: DemoContext;
  readonly speed: Speed;
  readonly isFromInstance: (request: IncomingMessage) => boolean;
  readonly intercept: Intercept | undefined;
}

const maxBodyBytes = 64 * 1024 * 1024;

/** Handles a request until its response is complete or the client disconnects. */
export async function serveExchange(request: IncomingMessage, response: ServerResponse, options: ExchangeOptions): Promise<void> {
  const { context, speed } = options;
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const body = await readAll(request);
  if (body === undefined) return;
  const route = parseRoute(request.url ?? '/', segments);
  const exchange = { request, response, route, body, isFromInstance: options.isFromInstance(request) };
  const handling = { ...handleAsService(exchange, context), ...options.intercept?.(exchange) };
  const { onProgress, replace } = handling;
  try {
    const reply = isOwnHost(request)
      ? ((await replace(gone.signal)) ?? handleRequest(exchange, handling, context))
      : page(421, '421 Misdirected Request');
    await sendReply(reply, { response, speed, now: context.now, signal: gone.signal, onProgress });
  } catch (error) {
    if (!gone.signal.aborted) throw error;
    onProgress({ outcome: 'aborted' });
  }
}

/** Returns whether SNI and the Host header both name this server. The port may differ because of a forward. */
function isOwnHost(request: IncomingMessage): boolean {
  const sni = request.socket instanceof TLSSocket && (request.socket as TLSSocket & { servername?: unknown }).servername;
  return sni === 'localhost' && /^localhost(?::\d+)?$/i.test(request.headers.host ?? '');
}

/** Reads the body. Returns undefined if the client disconnects or the body is too large. */
async function readAll(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = chunk as Buffer; // no encoding is set, so it is bytes
      size += bytes.length;
      if (size > maxBodyBytes) {
        request.destroy();
        return undefined;
      }
      chunks.push(bytes);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Options for sending a reply. */
interface SendOptions {
  readonly response: ServerResponse;
  readonly speed: Speed;
  readonly now: () => number;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Sends a reply. Rejects only if the client disconnects. */
async function sendReply(reply: Reply, options: SendOptions): Promise<void> {
  switch (reply.kind) {
    case 'json':
      return sendWhole(options, reply.status, 'application/json', JSON.stringify(reply.body), reply.headers);
    case 'text':
      return sendWhole(options, reply.status, reply.type, reply.text, reply.headers);
    case 'answer':
      return sendAnswer(reply, options);
    case 'stream':
      return sendStream(reply, options);
  }
}

function sendWhole(
  { response, onProgress }: SendOptions,
  status: number,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text), ...headers });
  response.end(text);
  onProgress({ status, outcome: 'answered' });
}

async function sendAnswer(reply: Extract<Reply, { kind: 'answer' }>, options: SendOptions): Promise<void> {
  const { now, signal, speed, onProgress } = options;
  const startedAt = now();
  const pace = createPace(speed, reply.tokensPerSecond, now);
  let firstTokenAt = startedAt;
  for (let tokens = 1; tokens <= reply.tokens; tokens += 1) {
    await pace(tokens, signal);
    if (tokens === 1) firstTokenAt = now();
    onProgress({ tokens });
  }
  sendWhole(options, 200, 'application/json', removeIdMarks(JSON.stringify(reply.body({ startedAt, firstTokenAt, now: now() }))));
}

async function sendStream(reply: Extract<Reply, { kind: 'stream' }>, options: SendOptions): Promise<void> {
  const { response, now, signal, speed, onProgress } = options;
  const startedAt = now();
  const pace = createPace(speed, reply.tokensPerSecond, now);
  let firstTokenAt: number | undefined;
  let tokens = 0;
  const timing = (): Timing => ({ startedAt, firstTokenAt: firstTokenAt ?? startedAt, now: now() });
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' });
  onProgress({ status: 200 });
  for (const frame of reply.frames) {
    switch (frame.kind) {
      case 'data':
        tokens += frame.tokens;
        await pace(tokens, signal);
        if (frame.tokens > 0) firstTokenAt ??= now();
        await write(response, frame.text(timing()), signal);
        onProgress({ tokens });
        break;
      case 'done':
        await write(response, 'data: [DONE]\n\n', signal);
        break;
      case 'step':
        if (!(await frame.run(response, signal))) return;
        break;
    }
  }
  response.end();
  onProgress({ outcome: 'answered' });
}

async function write(response: ServerResponse, text: string, signal: AbortSignal): Promise<void> {
  if (!response.write(text)) await once(response, 'drain', { signal });
}
