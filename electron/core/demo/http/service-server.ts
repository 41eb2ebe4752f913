import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { createDisposer } from '../../shared/disposer.ts';
import type { Credential } from '../certificates/authority.ts';

/** Options of the HTTPS server. */
export interface ServiceServerOptions {
  readonly credential: Credential;
  /** 0 chooses a free port. */
  readonly port: number;
  /** Another loopback address on the same port, whose callers count as inside. For tests with a real sshd. */
  readonly insideAddress: string | undefined;
  /** Returns other credentials for this connection and later ones. */
  readonly nextCredential: (() => Credential | undefined) | undefined;
  readonly onRequest: RequestListener;
  readonly onError: (error: unknown) => void;
}

/** The only address the demo listens on. */
export const loopback = '127.0.0.1';

/** Starts the HTTPS server. */
export async function startServiceServer(options: ServiceServerOptions) {
  const disposer = createDisposer(options.onError);
  const server = createServer({ ...options.credential, keepAliveTimeout: 65_000, requestTimeout: 0 }, options.onRequest);
  // Before TLS accepts the connection, so that other credentials affect exactly this one.
  const connections = new Set<Socket>();
  server.prependListener('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => void connections.delete(socket));
    const credential = options.nextCredential?.();
    if (credential) server.setSecureContext(credential);
  });
  server.on('tlsClientError', () => undefined); // clients that don't trust the certificate are expected
  server.on('clientError', (_error, socket) => void socket.destroy());
  disposer.add(() => closeServer(server, connections));
  try {
    const port = await listen(server, options.port, loopback);
    if (options.insideAddress !== undefined) {
      const inside = createTcpServer((socket: Socket) => void server.emit('connection', socket));
      await listen(inside, port, options.insideAddress);
      disposer.add(() => void inside.close());
    }
    return { port, close: disposer.dispose };
  } catch (error) {
    await disposer.dispose();
    throw error;
  }
}

/** Returns the remote address and port of a request. */
export function remoteEndpoint(request: IncomingMessage): string {
  return `${request.socket.remoteAddress}:${request.socket.remotePort}`;
}

async function listen(server: Server | ReturnType<typeof createTcpServer>, port: number, address: string): Promise<number> {
  server.listen(port, address);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // a listening TCP server has one
}

/** Closes the server and all of its connections. Those before the end of their TLS handshake are no connections of HTTP yet. */
async function closeServer(server: Server, connections: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  for (const socket of connections) socket.destroy();
  await closed;
}
