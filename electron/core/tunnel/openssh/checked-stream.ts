import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

export interface CheckedStreamOptions {
  /** Returns an error if the stream ended because ssh died, or undefined for a real end. */
  readonly findBreak: () => Promise<Error | undefined>;
  readonly onBytes: (received: number, sent: number) => void;
}

/**
 * A connection through ssh's socket. When ssh dies, its sockets end cleanly. An end is therefore passed on only if ssh is still
 * running.
 */
export class CheckedStream extends Duplex {
  readonly #socket: Socket;
  readonly #options: CheckedStreamOptions;

  constructor(socket: Socket, options: CheckedStreamOptions) {
    super({ allowHalfOpen: false });
    this.#socket = socket;
    this.#options = options;
    socket.on('data', (chunk: Buffer) => {
      options.onBytes(chunk.length, 0);
      if (!this.push(chunk)) socket.pause();
    });
    socket.once('end', () => void this.#check());
    socket.on('error', (error) => this.destroy(error));
    socket.once('close', () => {
      if (!this.readableEnded) void this.#check();
    });
  }

  async #check(): Promise<void> {
    const broken = await this.#options.findBreak();
    if (broken) this.destroy(broken);
    else if (!this.destroyed && !this.readableEnded) this.push(null);
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#options.onBytes(0, chunk.length);
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
