import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { Client } from 'ssh2';
import { cipher } from '../tunnel/ways.ts';
import type { LocalApiOrder } from './local-api-process.ts';

/**
 * The smallest possible relay: one SSH connection, TLS through it, and a pipe. It has no access check, no spare connection, no log
 * and no retry, and so shows what Node and ssh2 cost by themselves. Prints its port once it serves.
 */
export async function serveBareRelay({ sshd, sshPort, target, caFile, port }: LocalApiOrder): Promise<void> {
  const client = new Client();
  const sock = connect({ host: '127.0.0.1', port: sshPort, noDelay: true });
  const privateKey = readFileSync(sshd.keyFile);
  client.connect({ sock, username: sshd.login, privateKey, algorithms: { cipher: [cipher] } });
  await once(client, 'ready');
  const agent = new ChannelAgent(client, target, tls.createSecureContext({ ca: readFileSync(caFile) }));
  const server = http.createServer((request, response) => {
    const { method, url, headers } = request;
    const onward = http.request({ agent, method, path: url, headers: { ...headers, host: 'localhost' } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders).flushHeaders();
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  console.log(String(port));
}

/** Reuses its connections, each TLS over a channel of the one SSH connection. */
class ChannelAgent extends http.Agent {
  readonly #client: Client;
  readonly #target: number;
  readonly #secureContext: tls.SecureContext;

  constructor(client: Client, target: number, secureContext: tls.SecureContext) {
    super({ keepAlive: true });
    this.#client = client;
    this.#target = target;
    this.#secureContext = secureContext;
  }

  override createConnection(_options: http.ClientRequestArgs, done: (error: Error | null, stream: Duplex) => void): null {
    this.#client.forwardOut('127.0.0.1', 0, '127.0.0.1', this.#target, (error, socket) => {
      if (error) throw error; // a benchmark needs its peer
      const secured = tls.connect({ socket, host: 'localhost', servername: 'localhost', secureContext: this.#secureContext });
      socket.once('close', () => secured.destroy()); // ssh2 doesn't propagate it
      secured.once('secureConnect', () => done(null, secured));
    });
    return null;
  }
}
