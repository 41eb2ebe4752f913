import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { parseJson } from '../../../contract/json.ts';
import { handleRequest, faultTarget } from './handle-request.ts';
import type { Speed } from './pacing.ts';
import { json, page, type Reply } from './reply.ts';
import type { RequestLog } from './request-log.ts';
import { parseRoute } from './route.ts';
import { sendReply } from './send-reply.ts';
import type { DemoContext } from './demo-context.ts';

/** Options shared by all exchanges. */
export interface ExchangeOptions {
  readonly context: DemoContext;
  readonly log: RequestLog;
  readonly speed: Speed;
  readonly isFromInstance: (request: IncomingMessage) => boolean;
  /** Answers that may be under way at once. More are refused with 429. */
  readonly capacity: number;
  readonly underWay: Set<IncomingMessage>;
}

const maxBodyBytes = 64 * 1024 * 1024;
const maxLoggedBody = 256 * 1024;

/** Handles a request until its response is complete or the client disconnects. */
export async function serveExchange(request: IncomingMessage, response: ServerResponse, options: ExchangeOptions): Promise<void> {
  const { context, log, speed } = options;
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const body = await readAll(request);
  if (body === undefined) return;
  const route = parseRoute(request.url ?? '/', context.models.segments);
  const isFromInstance = options.isFromInstance(request);
  const { authorization } = request.headers;
  const update = log.open({
    at: context.now(),
    method: request.method ?? '',
    path: request.url ?? '',
    mode: route.mode,
    segment: route.mode === 'direct' ? route.segment : null,
    endpoint: route.mode === 'none' ? 'other' : route.endpoint,
    isFromInstance,
    authorization: authorization === undefined ? 'none' : context.tokens.check(authorization) === 'good' ? 'good' : 'other',
    headers: loggableHeaders(request),
    body: body.length > maxLoggedBody ? null : (parseJson(body) ?? null),
  });
  try {
    const slow = context.faults.take('slow-first-byte', faultTarget(route));
    if (slow) await setTimeout(slow.ms, undefined, { signal: gone.signal });
    const incoming = { method: request.method ?? '', target: request.url ?? '/', authorization, body, isFromInstance };
    const isAnswer = route.mode !== 'none' && route.endpoint !== 'models';
    const isRefused = isAnswer && options.underWay.size >= options.capacity;
    if (isAnswer && !isRefused) options.underWay.add(request);
    const reply: Reply = isRefused
      ? json(429, { detail: 'Too many requests' })
      : isOwnHost(request)
        ? handleRequest(route, incoming, context)
        : page(421, '421 Misdirected Request');
    await sendReply(reply, { response, speed, now: context.now, signal: gone.signal, update });
  } catch (error) {
    if (!gone.signal.aborted) throw error;
    update({ outcome: 'aborted' });
  } finally {
    options.underWay.delete(request);
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

function loggableHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  const safe = Object.entries(request.headers).filter(([name]) => name !== 'authorization' && name !== 'cookie' && name !== 'x-api-key');
  return Object.fromEntries(safe.map(([name, value]) => [name, String(value)]));
}
