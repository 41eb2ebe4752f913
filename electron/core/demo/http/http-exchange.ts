import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { parseJson } from '../../../contract/json.ts';
import { handleRequest, targetOf } from './handle-request.ts';
import type { Speed } from './pacing.ts';
import { page, type Reply } from './reply.ts';
import type { RequestLog } from './request-log.ts';
import { parseRoute } from './route.ts';
import { sendReply } from './send-reply.ts';
import type { DemoContext } from './demo-context.ts';

/** What every exchange shares. */
export interface ExchangeOptions {
  readonly world: DemoContext;
  readonly log: RequestLog;
  readonly speed: Speed;
  readonly isFromInstance: (request: IncomingMessage) => boolean;
}

const largestBody = 64 * 1024 * 1024;
const longestKept = 256 * 1024;

/** One request and its answer, from the first byte to the last, or until the client goes away. */
export async function serveExchange(request: IncomingMessage, response: ServerResponse, setting: ExchangeOptions): Promise<void> {
  const { world, log, speed } = setting;
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const body = await readAll(request);
  if (body === undefined) return;
  const route = parseRoute(request.url ?? '/', world.shelf.segments);
  const isFromInstance = setting.isFromInstance(request);
  const { authorization } = request.headers;
  const note = log.open({
    at: world.now(),
    method: request.method ?? '',
    path: request.url ?? '',
    way: route.way,
    segment: route.way === 'direct' ? route.segment : null,
    endpoint: route.way === 'none' ? 'other' : route.endpoint,
    isFromInstance,
    authorization: authorization === undefined ? 'none' : world.tokens.judge(authorization) === 'good' ? 'good' : 'other',
    headers: toldHeaders(request),
    body: body.length > longestKept ? null : (parseJson(body) ?? null),
  });
  try {
    const slow = world.faults.take('slow-first-byte', targetOf(route));
    if (slow) await setTimeout(slow.ms, undefined, { signal: gone.signal });
    const incoming = { method: request.method ?? '', target: request.url ?? '/', authorization, body, isFromInstance };
    const reply: Reply = isForUs(request) ? handleRequest(route, incoming, world) : page(421, '421 Misdirected Request');
    await sendReply(reply, { response, speed, now: world.now, signal: gone.signal, note });
  } catch (error) {
    if (!gone.signal.aborted) throw error;
    note({ outcome: 'aborted' });
  }
}

/** The name asked for in TLS and in the Host header must both be ours, whichever port a forward gave it. */
function isForUs(request: IncomingMessage): boolean {
  const sni = request.socket instanceof TLSSocket && (request.socket as TLSSocket & { servername?: unknown }).servername;
  return sni === 'localhost' && /^localhost(?::\d+)?$/i.test(request.headers.host ?? '');
}

/** Undefined where the client went away before it had said all, or said too much. */
async function readAll(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = chunk as Buffer; // no encoding is set, so it is bytes
      size += bytes.length;
      if (size > largestBody) {
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

function toldHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  const told = Object.entries(request.headers).filter(([name]) => name !== 'authorization' && name !== 'cookie' && name !== 'x-api-key');
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]));
}
