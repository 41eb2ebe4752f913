import type { Readable } from 'node:stream';
import type { Failure } from '../../../contract/failure.ts';
import { failure, stoppedByUser } from '../../../contract/failures/fail.ts';
import { networkFailure } from '../../upstream/upstream.ts';
import type { AnswerReader } from './answer-reader.ts';

export interface ConsumeBodyOptions {
  readonly host: string;
  readonly signal: AbortSignal;
  /** Until the first byte of the body. */
  readonly firstByteMs: number;
  /** Between bytes after that. */
  readonly idleMs: number;
}

/** How long a finished body may take to end by itself, so that its connection can be reused. */
const drainMs = 1000;

/** Pipes a body into a reader. Resolves with the failure that broke it, if any. */
export function consumeBody(body: Readable, reader: AnswerReader, options: ConsumeBodyOptions): Promise<Failure | undefined> {
  const { host, signal, firstByteMs, idleMs } = options;
  return new Promise((resolve, reject) => {
    let timer = setTimeout(() => stop(timeoutFailure('UND_ERR_HEADERS_TIMEOUT')), firstByteMs);
    let hasBegun = false;
    let isSettled = false;

    const settle = (cause: Failure | undefined): void => {
      isSettled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      body.off('data', onData);
      resolve(cause);
    };
    const stop = (cause: Failure): void => {
      settle(cause);
      body.destroy();
    };
    const timeoutFailure = (code: string): Failure => networkFailure(Object.assign(new Error('timeout'), { code }), host);
    const onAbort = (): void => stop(stoppedByUser.failure);
    const onData = (bytes: Uint8Array): void => {
      if (hasBegun) timer.refresh();
      else {
        hasBegun = true;
        clearTimeout(timer);
        timer = setTimeout(() => stop(timeoutFailure('UND_ERR_BODY_TIMEOUT')), idleMs);
      }
      try {
        reader.push(bytes);
      } catch (error) {
        clearTimeout(timer);
        body.destroy();
        reject(error); // a bug in a listener, not in the service
        return;
      }
      if (reader.isOver()) {
        settle(undefined);
        drain(body);
      }
    };

    if (signal.aborted) {
      onAbort();
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    body.on('data', onData);
    body.once('end', () => settle(undefined));
    body.once('error', (error) => settle(signal.aborted ? stoppedByUser.failure : cutFailure(error, host)));
    body.once('close', () => {
      // every body closes in the end, and an error for each would take a tenth of the time of a short request
      if (!isSettled) settle(signal.aborted ? stoppedByUser.failure : cutFailure(new Error('closed early'), host));
    });
  });
}

function drain(body: Readable): void {
  const timer = setTimeout(() => body.destroy(), drainMs);
  timer.unref();
  body.once('close', () => clearTimeout(timer));
  body.resume();
}

/** Reports any broken connection as an incomplete answer. */
function cutFailure(error: unknown, host: string): Failure {
  const cause = networkFailure(error, host);
  return cause.code === 'connection-lost' ? failure('answer-connection-lost', { host }) : cause;
}
