import { Readable } from 'node:stream';
import { Pool, type buildConnector, type Dispatcher, errors } from 'undici';
import { networkFailure } from './network-failure.ts';
import { createSemaphore, type Permit } from './semaphore.ts';

/** A request to the service. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  /** Includes the query. Relative to the origin. */
  readonly path: string;
  /** A record, or names and values in turn, which keeps order and repetitions. */
  readonly headers?: Readonly<Record<string, string>> | readonly string[];
  readonly body?: string | Uint8Array | Readable;
  readonly signal: AbortSignal;
  /** Until the response head. 0 for no limit. */
  readonly firstByteMs?: number;
  /** Between two chunks while the body is read. 0 for no limit. */
  readonly idleMs?: number;
}

/** A response whose head has arrived. */
export interface UpstreamResponse {
  readonly status: number;
  /** Names and values in turn, unmodified. */
  readonly rawHeaders: readonly string[];
  readonly header: (name: string) => string | undefined;
  /** Destroying it closes the connection, so that the engine stops. */
  readonly body: Readable;
}

const defaultFirstByteMs = 300_000;

/**
 * How many requests may wait for their connection at once. When hundreds have waited for the tunnel, the others then use the connections
 * of those that are answered first, instead of a handshake each.
 */
const maxConnecting = 16;

/** A pool of connections to one origin. */
export type RequestPool = ReturnType<typeof createPool>;

/** Creates a pool. No connection is made before the first request. `now` is a monotonic clock. */
export function createPool(origin: string, connect: buildConnector.connector, now = () => performance.now()) {
  // If HTTP/2 were allowed, a pool would open one connection at a time until it knows the server's protocol.
  const pool = new Pool(origin, { connect, pipelining: 1, allowH2: false });
  const semaphore = createSemaphore(maxConnecting, now);
  let waiting = 0;
  let isFinishing = false;
  // A closed pool would reject the requests that still wait for the semaphore.
  const closeIfFinished = (): void => {
    if (isFinishing && waiting === 0) void pool.close().catch(() => undefined);
  };
  const leaveQueue = (): void => {
    waiting -= 1;
    closeIfFinished();
  };
  return {
    send: async (request: UpstreamRequest): Promise<UpstreamResponse> => {
      waiting += 1;
      const permit = await semaphore.acquire(request.signal).catch((error: unknown) => {
        leaveQueue();
        throw error;
      });
      const response = dispatch(pool, permit, request);
      leaveQueue();
      return response;
    },
    /** Closes idle connections, and others when their response has ended. Rejects new requests. */
    finish: () => {
      isFinishing = true;
      closeIfFinished();
    },
    /** Aborts running requests and rejects new ones. */
    destroy: () => pool.destroy(),
  };
}

/**
 * Dispatches a request at once and resolves with the response head. Rejects at once on abort, which undici notices only once connected.
 * Uses undici's `dispatch`, because `request` adds a tenth to the time of a small request.
 */
function dispatch(pool: Dispatcher, permit: Permit, request: UpstreamRequest): Promise<UpstreamResponse> {
  const { signal } = request;
  return new Promise<UpstreamResponse>((resolve, reject) => {
    let connection: Dispatcher.DispatchController | undefined;
    let body: ResponseBody | undefined;
    const onAbort = (): void => {
      reject(signal.reason);
      permit.release();
      if (body) body.destroy(abortReason(signal));
      else connection?.abort(abortReason(signal));
    };
    const removeListener = (): void => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort, { once: true });
    pool.dispatch(dispatchOptions(request), {
      onRequestStart: (started) => {
        permit.release();
        if (signal.aborted) started.abort(abortReason(signal));
        else connection = started;
      },
      onResponseStart: (started, status) => {
        if (status < 200) return; // informational, the response follows
        body = new ResponseBody(started);
        body.once('close', removeListener);
        const rawHeaders = decodeHeaders(started.rawHeaders);
        resolve({ status, rawHeaders, header: (name) => findHeader(rawHeaders, name), body });
      },
      onResponseData: (_connection, chunk) => body?.pushChunk(chunk),
      onResponseEnd: () => void body?.push(null),
      onResponseError: (_connection, error) => {
        if (isRouteFailure(error)) permit.fail(error);
        else permit.release();
        reject(error);
        if (body) body.destroy(error);
        else removeListener();
        if (request.body instanceof Readable) request.body.on('error', () => undefined).destroy(error);
      },
    });
  });
}

/** Returns true if connecting failed, so that other requests can't connect either. A reset affects one connection only. */
function isRouteFailure(error: Error): boolean {
  return !(error instanceof errors.UndiciError) && networkFailure(error, '').code !== 'connection-lost';
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

/** Decodes bytes as latin1, one character each. */
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

/** A response body with backpressure. Destroying it early closes the connection. */
export class ResponseBody extends Readable {
  readonly #connection: Dispatcher.DispatchController;

  constructor(connection: Dispatcher.DispatchController) {
    super({ highWaterMark: 64 * 1024 });
    this.#connection = connection;
    // Errors are reported to the reader. Without one they must not end the process.
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
    setImmediate(done, reason); // the error may come before the response head has reached the caller
  }
}
