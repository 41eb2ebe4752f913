import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createAuthority } from '../../../electron/core/demo/certificates/authority.ts';
import { systemClock } from '../../../electron/core/shared/clock.ts';

/** What the server should send, given in the body of a chat, or in its message, which a translation keeps. */
export interface Order {
  readonly model: string;
  /** The number of events, each with its send time. 0 sends one short answer. */
  readonly events: number;
  readonly everyMs: number;
  /** Sends as much as the client reads, without end. */
  readonly isEndless: boolean;
}

/** The only model and segment. */
export const model = 'bench';

/**
 * Simulates the service with as little work as possible, because its own cost is in all figures alike and would hide differences.
 * Events carry their send time by the clock that all processes of a machine share. Prints its port and its authority's certificate.
 */
export async function serveTarget(keepAliveTimeout = 5000): Promise<void> {
  const authority = createAuthority(systemClock);
  const server = createServer({ ...authority.issue(), keepAliveTimeout }, (request, response) => {
    response.on('error', () => undefined);
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port, ca: authority.pem }));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ object: 'list', data: [{ id: model, object: 'model' }] }));
    return;
  }
  if (request.url?.endsWith('/messages')) {
    response.writeHead(404).end(); // so that Messages are translated
    return;
  }
  const body = (await json(request)) as Order | { readonly messages: readonly [{ readonly content: string }] }; // sent by this benchmark
  const order = 'messages' in body ? (JSON.parse(body.messages[0].content) as Order) : body;
  if (order.isEndless) return pourFor(response);
  if (order.events === 0) {
    response.setHeader('content-type', 'application/json').end(short);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  const from = performance.now();
  let sent = 0;
  const next = (): void => {
    // Relative to the start, so that late timers don't add up.
    while (sent < order.events && from + sent * order.everyMs <= performance.now()) {
      response.write(`data: {"choices":[{"delta":{"content":" sent-${process.hrtime.bigint()}"}}]}\n\n`);
      sent += 1;
    }
    if (sent < order.events) timer = setTimeout(next, Math.max(0, from + sent * order.everyMs - performance.now()));
    else response.end('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
  };
  let timer: NodeJS.Timeout | undefined;
  response.once('close', () => clearTimeout(timer));
  next();
}

const short = JSON.stringify({
  id: 'x',
  object: 'chat.completion',
  model,
  choices: [{ message: { role: 'assistant', content: 'Hello.' } }],
});
const block = Buffer.from(`data: ${'x'.repeat(16_000)}\n\n`);

function pourFor(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const more = (): void => {
    while (!response.destroyed) if (!response.write(block)) return;
  };
  response.on('drain', more);
  more();
}
