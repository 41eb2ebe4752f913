import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ok, type Failure, type Result } from '../../../contract/failure.ts';
import { fail, failure } from '../../../contract/failures/fail.ts';
import type { LocalApiSettings } from '../../../contract/local-api.ts';
import { FailureError } from '../../shared/dial.ts';
import { errorCode, errorMessage } from '../../shared/node-error.ts';
import type { GetActiveService } from '../request-context.ts';

export interface ForwardPortOptions {
  readonly getService: GetActiveService;
  /** Returns true if the connected program is allowed. */
  readonly authorize: (socket: Socket) => Promise<boolean>;
}

/** Keeps the raw forward open on the user's port. It opens at the first `sync`. */
export function openForwardPort({ getService, authorize }: ForwardPortOptions) {
  let open: { readonly port: number; readonly forward: RawForward } | undefined;
  let openFailure: Failure | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  const apply = async (port: number | null): Promise<void> => {
    if ((open?.port ?? null) === port && openFailure === null) return;
    await open?.forward.close();
    open = undefined;
    openFailure = null;
    if (port === null) return;
    const opened = await openRawForward({
      port,
      isAllowed: authorize,
      dial: async (signal) => {
        const service = await getService();
        if (!service.ok) throw new FailureError(service.failure);
        return service.value.dialDirect(service.value.serviceAddress, signal);
      },
    });
    if (opened.ok) open = { port, forward: opened.value };
    else openFailure = opened.failure;
  };

  return {
    /** Returns why it isn't open, if it should be. */
    failure: (): Failure | null => openFailure,
    /** Moves to this port, or closes if it is null. Settles when done or failed. */
    sync: (port: number | null): Promise<void> => {
      const applied = queue.then(() => apply(port));
      queue = applied.catch(() => undefined);
      return applied;
    },
  };
}

/** Returns why raw forwarding is blocked (it can't carry a key), or null if it is off or open to the user's own programs. */
export function forwardUnavailable({ isOn, plainForwardPort, keyOnDirect }: LocalApiSettings, canTellUser: boolean): Failure | null {
  if (!isOn || plainForwardPort === null || keyOnDirect === 'never') return null;
  if (keyOnDirect === 'always') return failure('raw-forwarding-needs-key');
  return canTellUser ? null : failure('raw-forwarding-unknown-caller');
}

export interface RawForwardOptions {
  /** On 127.0.0.1. 0 picks a free one. */
  readonly port: number;
  readonly isAllowed: (socket: Socket) => Promise<boolean>;
  readonly dial: (signal: AbortSignal) => Promise<Duplex>;
}

/** A listener that forwards raw TCP to the inference server. */
export interface RawForward {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/**
 * Forwards raw TCP to the inference server, for `curl --connect-to` or a hosts file. The listener survives SSH sessions, and TLS runs
 * through it end to end.
 */
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
  if (error) {
    return errorCode(error) === 'EADDRINUSE'
      ? fail('raw-forward-port-taken', { port: options.port })
      : fail('raw-forward-port-denied', { port: options.port, detail: errorMessage(error) });
  }
  const address = server.address();
  return ok({
    port: typeof address === 'object' && address ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        closing.abort(new Error('the forward was closed'));
        server.close(() => resolve());
        for (const socket of sockets) socket.resetAndDestroy();
      }),
  });
}

async function forward(socket: Socket, { dial, isAllowed }: RawForwardOptions, closing: AbortSignal): Promise<void> {
  const clientClosed = new AbortController();
  const onClose = (): void => clientClosed.abort(new Error('the client has gone'));
  socket.once('close', onClose);
  try {
    if (!(await isAllowed(socket))) {
      socket.resetAndDestroy();
      return;
    }
    const remote = await dial(AbortSignal.any([clientClosed.signal, closing]));
    if (socket.destroyed) remote.destroy();
    else pipeBoth(socket, remote, () => undefined);
  } catch {
    // Resets, because a clean end would look like an empty answer. The tunnel's state has the reason.
    socket.resetAndDestroy();
  } finally {
    socket.off('close', onClose);
  }
}

/** Pipes both ways. An error on one side resets the other, so that it never looks like an end. */
export function pipeBoth(socket: Socket, remote: Duplex, onError: (error: Error) => void): void {
  let isBroken = false;
  remote.on('error', (error) => {
    isBroken = true;
    onError(error);
    socket.resetAndDestroy();
  });
  // A tunnel channel can close without an end, which must not look like one.
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
