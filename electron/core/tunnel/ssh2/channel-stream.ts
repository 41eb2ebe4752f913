import { Duplex } from 'node:stream';
import type { ClientChannel } from 'ssh2';
import type { ReceiveWindow } from './receive-window.ts';

export interface ChannelStreamOptions {
  /** Undefined if ssh2 manages the window itself. */
  readonly window: ReceiveWindow | undefined;
  /** Calls back when the SSH connection can take more, which ssh2 never waits for. */
  readonly whenDrained: (proceed: () => void) => void;
  readonly onBytes: (received: number, sent: number) => void;
}

/**
 * A forwarded connection with correct stream semantics. ssh2's own channel ends cleanly when SSH dies, is never destroyed and
 * stays half open. This one is destroyed with an error by its session, closes fully and manages its receive window.
 */
export class ChannelStream extends Duplex {
  readonly #channel: ClientChannel;
  readonly #options: ChannelStreamOptions;

  constructor(channel: ClientChannel, options: ChannelStreamOptions) {
    super({ allowHalfOpen: false, readableHighWaterMark: 64 * 1024, writableHighWaterMark: 256 * 1024 });
    this.#channel = channel;
    this.#options = options;
    this.on('error', () => undefined); // the session may break before the stream's user adds its own listener
    // Node destroys ended streams, and ssh2 would then end the channel again and create an error with its stack.
    channel.destroy = () => {
      channel.close();
      return channel;
    };
    channel.on('data', (chunk: Buffer) => {
      const { length } = chunk;
      options.onBytes(length, 0);
      this.push(chunk); // even above the high-water mark, because the window limits it
      options.window?.onReceived(length, this.readableLength);
      if (!options.window && this.readableLength > this.readableHighWaterMark) channel.pause();
    });
    channel.on('end', () => this.push(null));
    channel.on('error', (error: Error) => this.destroy(error));
    channel.on('close', () => {
      // Nothing more can be sent, and a write that waits for the window would wait forever. Received data may still be read.
      const finish = (): void => void this.destroy(this.writableLength > 0 ? closedByPeer() : undefined);
      if (this.readableEnded) finish();
      else this.once('end', finish);
    });
  }

  override _read(): void {
    this.#options.window?.onRead(this.readableLength);
    if (!this.#options.window) this.#channel.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (!this.#channel.writable) {
      done(closedByPeer());
      return;
    }
    this.#options.onBytes(0, chunk.length);
    this.#channel.write(chunk, encoding, (error) => (error ? done(error) : this.#options.whenDrained(done)));
  }

  override _writev(
    parts: readonly { readonly chunk: Buffer; readonly encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    this._write(Buffer.concat(parts.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#channel.writable) this.#channel.end();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#options.window?.close();
    this.#channel.close();
    this.#channel.resume(); // its end and close come only after all data was read
    done(error);
  }
}

function closedByPeer(): Error {
  return Object.assign(new Error('the connection is closed at the other end'), { code: 'EPIPE' });
}
