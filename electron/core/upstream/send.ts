import { Readable } from 'node:stream';
import { Pool, type Dispatcher, errors } from 'undici';

/** What is asked of the service. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  /** With its query; relative to the origin. */
  readonly path: string;
  /** A record, or names and values in turn, which keeps order and repetitions. */
  readonly headers?: Readonly<Record<string, string>> | readonly string[];
  readonly body?: string | Uint8Array | Readable;
  readonly signal: AbortSignal;
  /** Until the head of the answer; 0 for no limit. */
  readonly firstByteMs?: number;
  /** Between two pieces of the body while it is being read; 0 for no limit. */
  readonly idleMs?: number;
}

/** The answer, from its head on. */
export interface UpstreamResponse {
  readonly status: number;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly header: (name: string) => string | undefined;
  /** Destroying it closes the connection, so that the engine stops. */
  readonly body: Readable;
}

/** Connections to one origin, over which requests are sent. */
export interface RequestPool {
  readonly send: (request: UpstreamRequest) => Promise<UpstreamResponse>;
  /** Closes idle connections, and each other one when its answer has ended; refuses what comes after. */
  readonly finish: () => void;
  /** Breaks whatever is under way, and refuses what comes after. */
  readonly destroy: () => Promise<void>;
}

const defaultFirstByteMs = 300_000;

/** Opens a pool; no connection is made before the first request. */
export function createPool(origin: string, options: Pool.Options): RequestPool {
  const pool = new Pool(origin, options);
  return { send: (request) => send(pool, request), finish: () => void pool.close().catch(() => undefined), destroy: () => pool.destroy() };
}

/**
 * Sends one request and settles with the head of its answer; rejects at once on abort, which undici notices only once connected. By
 * undici's `dispatch`, because its `request` costs a small one a tenth of all the time it takes here.
 */
function send(pool: Dispatcher, request: UpstreamRequest): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => {
    const { signal } = request;
    let connection: Dispatcher.DispatchController | undefined;
    let body: ResponseBody | undefined;
    const onAbort = (): void => {
      reject(signal.reason);
      if (body) body.destroy(abortReason(signal));
      else connection?.abort(abortReason(signal));
    };
    const removeListener = (): void => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort, { once: true });
    pool.dispatch(dispatchOptions(request), {
      onRequestStart: (started) => {
        if (signal.aborted) started.abort(abortReason(signal));
        else connection = started;
      },
      onResponseStart: (started, status) => {
        if (status < 200) return; // the answer is still to come
        body = new ResponseBody(started);
        body.once('close', removeListener);
        const rawHeaders = decodeHeaders(started.rawHeaders);
        resolve({ status, rawHeaders, header: (name) => findHeader(rawHeaders, name), body });
      },
      onResponseData: (_connection, chunk) => body?.pushChunk(chunk),
      onResponseEnd: () => void body?.push(null),
      onResponseError: (_connection, error) => {
        reject(error);
        if (body) body.destroy(error);
        else removeListener();
        if (request.body instanceof Readable) request.body.on('error', () => undefined).destroy(error);
      },
    });
  });
}

function dispatchOptions({ method, path, headers, body, firstByteMs, idleMs }: UpstreamRequest): Dispatcher.DispatchOptions {
  return {
    method,
    path,
    headersTimeout: firstByteMs ?? defaultFirstByteMs,
    bodyTimeout: idleMs ?? 0,
    ...(headers === undefined ? {} : { headers: isHeaderList(headers) ? [...headers] : { ...headers } }),
    ...(body === undefined ? {} : { body }),
  };
}

function abortReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('aborted');
}

/** The pieces as bytes stand for: one character each. */
function decodeHeaders(raw: Dispatcher.DispatchController['rawHeaders']): readonly string[] {
  return Array.isArray(raw) ? raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1'))) : [];
}

function isHeaderList(headers: NonNullable<UpstreamRequest['headers']>): headers is readonly string[] {
  return Array.isArray(headers);
}

function findHeader(rawHeaders: readonly string[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === wanted) return rawHeaders[at + 1];
  }
  return undefined;
}

/** The body of an answer: comes no faster than it is read; given up before its end, it closes the connection. */
export class ResponseBody extends Readable {
  readonly #connection: Dispatcher.DispatchController;

  constructor(connection: Dispatcher.DispatchController) {
    super({ highWaterMark: 64 * 1024 });
    this.#connection = connection;
    // A broken body is told to whoever reads it; without a reader it must not end the process.
    this.on('error', () => undefined);
  }

  pushChunk(chunk: Buffer): void {
    if (!this.push(chunk)) this.#connection.pause();
  }

  override _read(): void {
    this.#connection.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const reason = error ?? (this.readableEnded ? null : new errors.RequestAbortedError());
    if (!reason) return done();
    this.#connection.abort(reason);
    setImmediate(done, reason); // it may break before the head of the answer has reached its reader
  }
}
