import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Timing } from '../dialects/dialect.ts';
import { createPace, type Speed } from './pacing.ts';
import type { Reply } from './reply.ts';
import type { RequestChange } from './request-log.ts';

/** What sending needs besides the reply. */
export interface Sending {
  readonly response: ServerResponse;
  readonly speed: Speed;
  readonly now: () => number;
  /** Fires when the client has gone away. */
  readonly signal: AbortSignal;
  readonly note: (change: RequestChange) => void;
}

/** Sends a reply; rejects only when the client goes away. */
export async function sendReply(reply: Reply, sending: Sending): Promise<void> {
  switch (reply.kind) {
    case 'json':
      return sendWhole(sending, reply.status, 'application/json', JSON.stringify(reply.body), reply.headers);
    case 'text':
      return sendWhole(sending, reply.status, reply.type, reply.text, reply.headers);
    case 'answer':
      return sendAnswer(reply, sending);
    case 'stream':
      return sendStream(reply, sending);
  }
}

function sendWhole(
  { response, note }: Sending,
  status: number,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text), ...headers });
  response.end(text);
  note({ status, outcome: 'answered' });
}

async function sendAnswer(reply: Extract<Reply, { kind: 'answer' }>, sending: Sending): Promise<void> {
  const { now, signal, speed, note } = sending;
  const startedAt = now();
  const pace = createPace(speed, reply.tokensPerSecond, now);
  let firstTokenAt = startedAt;
  for (let tokens = 1; tokens <= reply.tokens; tokens += 1) {
    await pace.until(tokens, signal);
    if (tokens === 1) firstTokenAt = now();
    note({ tokens });
  }
  sendWhole(sending, 200, 'application/json', JSON.stringify(reply.body({ startedAt, firstTokenAt, now: now() })));
}

async function sendStream(reply: Extract<Reply, { kind: 'stream' }>, sending: Sending): Promise<void> {
  const { response, now, signal, speed, note } = sending;
  const startedAt = now();
  const pace = createPace(speed, reply.tokensPerSecond, now);
  let firstTokenAt: number | undefined;
  let tokens = 0;
  const timing = (): Timing => ({ startedAt, firstTokenAt: firstTokenAt ?? startedAt, now: now() });
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' });
  note({ status: 200 });
  for (const frame of reply.frames) {
    switch (frame.kind) {
      case 'data':
        tokens += frame.tokens;
        await pace.until(tokens, signal);
        if (frame.tokens > 0) firstTokenAt ??= now();
        await write(response, frame.text(timing()), signal);
        note({ tokens });
        break;
      case 'done':
        await write(response, 'data: [DONE]\n\n', signal);
        break;
      case 'pause':
        signal.throwIfAborted(); // an event that is past is not waited for
        await (frame.ms === null ? once(signal, 'abort').then(() => signal.throwIfAborted()) : setTimeout(frame.ms, undefined, { signal }));
        break;
      case 'cut':
        note({ outcome: 'cut' });
        // What was written still arrives; the end of the chunked body does not.
        response.socket?.destroySoon();
        return;
    }
  }
  response.end();
  note({ outcome: 'answered' });
}

async function write(response: ServerResponse, text: string, signal: AbortSignal): Promise<void> {
  if (!response.write(text)) await once(response, 'drain', { signal });
}
