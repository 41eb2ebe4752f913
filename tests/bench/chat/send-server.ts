import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import { createAuthority } from '../../../electron/core/demo/certificates/authority.ts';
import { systemClock } from '../../../electron/core/shared/clock.ts';
import type { SendServer } from './send-latency.ts';

/** Answers every chat with its request's arrival time, by the clock that all threads of a machine share. */
const model = String(workerData);
const authority = createAuthority(systemClock);
const server = createServer({ ...authority.issue(), keepAliveTimeout: 60_000 }, (request, response) => void answer(request, response));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const ready: SendServer = { port: (server.address() as AddressInfo).port, ca: authority.pem };
parentPort?.postMessage(ready, []);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrivedAt = String(process.hrtime.bigint());
  response.setHeader('content-type', 'application/json');
  if (request.method !== 'POST') {
    response.end(JSON.stringify({ object: 'list', data: [{ id: model, object: 'model' }] }));
    return;
  }
  await text(request);
  const choices = [{ message: { role: 'assistant', content: arrivedAt }, finish_reason: 'stop' }];
  response.end(JSON.stringify({ id: 'x', object: 'chat.completion', model, choices }));
}
