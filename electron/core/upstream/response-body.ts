import { Readable } from 'node:stream';
import { errors, type Dispatcher } from 'undici';

/** The body of an answer: comes no faster than it is read; given up before its end, it closes the connection. */
export class ResponseBody extends Readable {
  readonly #connection: Dispatcher.DispatchController;

  constructor(connection: Dispatcher.DispatchController) {
    super({ highWaterMark: 64 * 1024 });
    this.#connection = connection;
    // A broken body is told to whoever reads it; without a reader it must not end the process.
    this.on('error', () => undefined);
  }

  pushChunk(piece: Buffer): void {
    if (!this.push(piece)) this.#connection.pause();
  }

  override _read(): void {
    this.#connection.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const why = error ?? (this.readableEnded ? null : new errors.RequestAbortedError());
    if (!why) return done();
    this.#connection.abort(why);
    setImmediate(done, why); // it may break before the head of the answer has reached its reader
  }
}
