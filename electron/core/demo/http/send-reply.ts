import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Timing } from '../dialects/dialect.ts';
import { removeIdMarks } from '../dialects/format-logprobs.ts';
import { createPace, type Speed } from './pacing.ts';
import type { Reply, StreamFrame } from './reply.ts';
import type { RequestChange } from './request-log.ts';

/** Options for sending a reply. */
export interface SendOptions {
  readonly response: ServerResponse;
  readonly speed: Speed;
  readonly now: () => number;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly update: (change: RequestChange) => void;
}

/** Sends a reply. Rejects only if the client disconnects. */
export async function sendReply(reply: Reply, options: SendOptions): Promise<void> {
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
  { response, update }: SendOptions,
  status: number,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text), ...headers });
  response.end(text);
  update({ status, outcome: 'answered' });
}

async function sendAnswer(reply: Extract<Reply, { kind: 'answer' }>, options: SendOptions): Promise<void> {
  const { now, signal, speed, update } = options;
  const startedAt = now();
  const pace = createPace(speed, reply.tokensPerSecond, now);
  let firstTokenAt = startedAt;
  for (let tokens = 1; tokens <= reply.tokens; tokens += 1) {
    await pace.until(tokens, signal);
    if (tokens === 1) firstTokenAt = now();
    update({ tokens });
  }
  sendWhole(options, 200, 'application/json', removeIdMarks(JSON.stringify(reply.body({ startedAt, firstTokenAt, now: now() }))));
}

async function sendStream(reply: Extract<Reply, { kind: 'stream' }>, options: SendOptions): Promise<void> {
  const { response, now, signal, speed, update } = options;
  const startedAt = now();
  const pace = createPace(speed, reply.tokensPerSecond, now);
  let firstTokenAt: number | undefined;
  let tokens = 0;
  const timing = (): Timing => ({ startedAt, firstTokenAt: firstTokenAt ?? startedAt, now: now() });
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' });
  update({ status: 200 });
  for (const frame of reply.frames) {
    switch (frame.kind) {
      case 'data':
        tokens += frame.tokens;
        await pace.until(tokens, signal);
        if (frame.tokens > 0) firstTokenAt ??= now();
        await write(response, frame.text(timing()), signal);
        update({ tokens });
        break;
      case 'done':
        await write(response, 'data: [DONE]\n\n', signal);
        break;
      case 'pause':
        await pause(frame, signal);
        break;
      case 'cut':
        update({ outcome: 'cut' });
        // Written data still arrives, but the end of the chunked body doesn't.
        response.socket?.destroySoon();
        return;
    }
  }
  response.end();
  update({ outcome: 'answered' });
}

/** Waits until a pause is over. Rejects if the client disconnects first. */
async function pause({ ms, removal }: Extract<StreamFrame, { kind: 'pause' }>, signal: AbortSignal): Promise<void> {
  const ended = AbortSignal.any([signal, removal]);
  if (ms !== null) await setTimeout(ms, undefined, { signal: ended }).catch(() => undefined);
  else if (!ended.aborted) await once(ended, 'abort');
  signal.throwIfAborted();
}

async function write(response: ServerResponse, text: string, signal: AbortSignal): Promise<void> {
  if (!response.write(text)) await once(response, 'drain', { signal });
}
