import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Dial, DialTarget } from '../shared/dial.ts';
import { errorCode, errorMessage } from '../shared/node-error.ts';
import { isSameUser } from '../shared/socket-owner.ts';

export interface RawForwardOptions {
  /** On 127.0.0.1. 0 picks a free one. */
  readonly port: number;
  readonly target: DialTarget;
  readonly dial: Dial;
  /** Returns whether the client may connect. Defaults to programs of the same user. */
  readonly isAllowed?: (socket: Socket) => boolean | Promise<boolean>;
}

/** A listener that forwards raw TCP to the inference server, for `curl --connect-to` or a hosts file. */
export interface RawForward {
  readonly port: number;
  /** Returns the number of open connections. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** Starts the listener. It survives SSH sessions, and TLS runs through it end to end. */
export async function openRawForward(options: RawForwardOptions): Promise<Result<RawForward>> {
  const sockets = new Set<Socket>();
  const closing = new AbortController();
  const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    void forward(socket, options, closing.signal);
  });
  const error = await listen(server, options.port);
  if (error) return listenFailure(error, options.port);
  const address = server.address();
  return ok({
    port: typeof address === 'object' && address ? address.port : options.port,
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        closing.abort(new Error('the forward was closed'));
        server.close(() => resolve());
        for (const socket of sockets) socket.resetAndDestroy();
      }),
  });
}

async function forward(socket: Socket, { target, dial, isAllowed = isSameUser }: RawForwardOptions, closing: AbortSignal): Promise<void> {
  const clientClosed = new AbortController();
  const onClose = (): void => clientClosed.abort(new Error('the client has gone'));
  socket.once('close', onClose);
  try {
    if (!(await isAllowed(socket))) {
      socket.resetAndDestroy();
      return;
    }
    const remote = await dial(target, AbortSignal.any([clientClosed.signal, closing]));
    if (socket.destroyed) remote.destroy();
    else pipeBoth(socket, remote);
  } catch {
    // Resets, because a clean end would look like an empty answer. The tunnel's state has the reason.
    socket.resetAndDestroy();
  } finally {
    socket.off('close', onClose);
  }
}

/** Pipes both ways. An error on one side resets the other, so that it never looks like an end. */
function pipeBoth(socket: Socket, remote: Duplex): void {
  let isBroken = false;
  remote.on('error', () => {
    isBroken = true;
    socket.resetAndDestroy();
  });
  remote.once('close', () => {
    if (!isBroken && !remote.readableEnded) socket.resetAndDestroy();
  });
  socket.once('close', () => remote.destroy());
  socket.pipe(remote).pipe(socket);
}

function listen(server: Server, port: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', resolve);
      server.on('error', () => undefined); // such as too many open files, which must not close the listener
      resolve(undefined);
    });
  });
}

function listenFailure(error: Error, port: number): Result<RawForward> {
  return errorCode(error) === 'EADDRINUSE'
    ? fail('raw-forward-port-taken', { port })
    : fail('raw-forward-port-denied', { port, detail: errorMessage(error) });
}
