import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import type { AgentError } from '../agent-error.ts';
import type { AgentLimits } from '../limits.ts';
import { headerValue } from '../headers.ts';

/** Why a body was not taken; null: the client went away. */
export type BodyError = AgentError | null;

/** A body on its way through. */
export interface StreamedBody {
  readonly stream: Readable;
  /** What stopped it, if something did. */
  readonly error: () => BodyError | undefined;
}

type Limits = Pick<AgentLimits, 'bodyBytes' | 'bodyIdleMs'>;

/** The length a request announces; undefined where it is sent in chunks. */
export function announcedLength({ rawHeaders }: IncomingMessage): number | undefined {
  const length = headerValue(rawHeaders, 'content-length');
  return length === undefined ? undefined : Number(length);
}

/** Lets a body through piece by piece, as fast as it is taken, up to the limit. `onPiece` sees each. */
export function streamBody(request: IncomingMessage, limits: Limits, onChunk: (chunk: Buffer) => void): StreamedBody {
  let size = 0;
  let error: BodyError | undefined;
  const stop = (reason: BodyError): void => {
    error ??= reason;
    stream.destroy(new Error(reason?.message ?? 'the client has gone'));
  };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      timer.refresh();
      if (size > limits.bodyBytes) return stop(tooLarge(limits.bodyBytes));
      onChunk(chunk);
      done(null, chunk);
    },
  });
  const timer = setTimeout(() => {
    // What waits in here waits for the service, which is no fault of the sender's.
    if (stream.readableLength > 0) timer.refresh();
    else stop(tooSlow);
  }, limits.bodyIdleMs);
  stream.on('error', () => undefined); // told to whoever reads it
  stream.once('close', () => {
    clearTimeout(timer);
    request.unpipe(stream);
  });
  stream.once('end', () => clearTimeout(timer));
  request.once('error', () => stop(null));
  request.once('close', () => {
    if (!request.complete) stop(null);
  });
  request.pipe(stream);
  return { stream, error: () => error };
}

/** Takes a whole body in, up to the limit. Without a stream of its own, which would cost a small request more than all else here. */
export function bufferBody(
  request: IncomingMessage,
  limits: Limits,
  onChunk: (chunk: Buffer) => void,
): Promise<{ readonly ok: true; readonly body: Buffer } | { readonly ok: false; readonly error: BodyError }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onGone);
    };
    const stop = (error: BodyError): void => {
      done();
      request.pause(); // whoever says no decides what becomes of the rest
      resolve({ ok: false, error });
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      timer.refresh();
      if (size > limits.bodyBytes) return stop(tooLarge(limits.bodyBytes));
      onChunk(chunk);
      chunks.push(chunk);
    };
    const onEnd = (): void => {
      done();
      resolve({ ok: true, body: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size) });
    };
    const onGone = (): void => stop(null);
    const timer = setTimeout(() => stop(tooSlow), limits.bodyIdleMs);
    request.on('error', () => undefined); // its close follows
    request.on('data', onData).once('end', onEnd).once('close', onGone);
    if (request.destroyed && !request.readableEnded) onGone();
  });
}

/** The no to a body that is too large. */
export function tooLarge(limit: number): AgentError {
  return {
    status: 413,
    code: 'body_too_large',
    message: `The body is larger than ${Math.floor(limit / 1024 / 1024)} MiB.`,
    remedy: 'Send less at once.',
  };
}

const tooSlow: AgentError = {
  status: 408,
  code: 'sender_too_slow',
  message: 'The rest of the body did not come in time.',
  remedy: 'Send it again without a pause.',
};
