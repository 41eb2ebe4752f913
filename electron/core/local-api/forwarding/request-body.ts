import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import type { LocalApiError } from '../local-api-error.ts';
import { bodyTooLarge, bodyTooSlow, memoryFull } from '../api-errors.ts';
import type { LocalApiLimits } from '../limits.ts';
import { headerValue } from '../headers.ts';

/** Why a body was rejected. Null if the client disconnected. */
export type BodyError = LocalApiError | null;

type Limits = Pick<LocalApiLimits, 'bodyBytes' | 'bodyIdleMs'>;

/** Returns the announced length, or undefined for a chunked body. */
export function announcedLength({ rawHeaders }: IncomingMessage): number | undefined {
  const length = headerValue(rawHeaders, 'content-length');
  return length === undefined ? undefined : Number(length);
}

/** Streams a body up to the limit, with backpressure. Calls `onChunk` for each chunk. */
export function streamBody(request: IncomingMessage, limits: Limits, onChunk: (chunk: Buffer) => void) {
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
      if (size > limits.bodyBytes) return stop(bodyTooLarge(limits.bodyBytes));
      onChunk(chunk);
      done(null, chunk);
    },
  });
  const timer = setTimeout(() => {
    // Buffered data waits for the service, which isn't the sender's fault.
    if (stream.readableLength > 0) timer.refresh();
    else stop(bodyTooSlow);
  }, limits.bodyIdleMs);
  stream.on('error', () => undefined); // reported to the reader
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
  const close = async (): Promise<void> => {
    stream.destroy();
    if (!stream.closed) await new Promise((resolve) => void stream.once('close', resolve));
  };
  return {
    stream,
    /** Returns what stopped it, if anything. */
    error: (): BodyError | undefined => error,
    /** Stops reading the body. Resolves when the request can be read otherwise. */
    close,
  };
}

/**
 * Buffers a body up to the limit, if `reserve` has memory for each chunk. Uses no extra stream, because that would dominate the cost of a
 * small request.
 */
export function bufferBody(
  request: IncomingMessage,
  limits: Limits,
  onChunk: (chunk: Buffer) => void,
  reserve: (bytes: number) => boolean = () => true,
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
      request.pause(); // the caller decides what happens to the rest
      resolve({ ok: false, error });
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      timer.refresh();
      if (size > limits.bodyBytes) return stop(bodyTooLarge(limits.bodyBytes));
      if (!reserve(chunk.length)) return stop(memoryFull);
      onChunk(chunk);
      chunks.push(chunk);
    };
    const onEnd = (): void => {
      done();
      resolve({ ok: true, body: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size) });
    };
    const onGone = (): void => stop(null);
    const timer = setTimeout(() => stop(bodyTooSlow), limits.bodyIdleMs);
    request.on('error', () => undefined); // close follows
    request.on('data', onData).once('end', onEnd).once('close', onGone);
    if (request.destroyed && !request.readableEnded) onGone();
  });
}
