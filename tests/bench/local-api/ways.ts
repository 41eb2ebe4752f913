import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { model, type Order } from './target.ts';

/** A client's connection to the server, through one of the compared programs. */
export interface Way {
  readonly name: string;
  /** Creates a pool of up to this many reused connections. */
  readonly pool: (sockets: number) => http.Agent;
  /** Sends a chat, over a new connection unless a pool is given. Resolves with the response head. */
  readonly send: (order: Partial<Order>, pool?: http.Agent) => Promise<http.IncomingMessage>;
}

const path = `/${model}/v1/chat/completions`;
const newOrder: Order = { model, events: 0, everyMs: 10, isEndless: false };

/** Connects through the local API, by plain HTTP on loopback. */
export function localApiWay(name: string, port: number): Way {
  return {
    name,
    pool: (maxSockets) => new http.Agent({ keepAlive: true, maxSockets }),
    send: (order, agent) => ask(path, { ...newOrder, ...order }, (options) => http.request({ ...options, port, agent: agent ?? false })),
  };
}

/** Connects through the local API, which translates Messages into chat completions. */
export function translatedWay(port: number): Way {
  return {
    ...localApiWay('translated', port),
    send: (order, agent) => {
      const content = JSON.stringify({ ...newOrder, ...order });
      const stream = (order.events ?? 0) > 0;
      const body = { model, max_tokens: 100, stream, messages: [{ role: 'user', content }] };
      return ask('/v1/messages', body, (options) => http.request({ ...options, port, agent: agent ?? false }));
    },
  };
}

/** Connects by HTTPS to a local port that forwards to the server. */
export function httpsWay(name: string, port: number, ca: string): Way {
  const secureContext = tls.createSecureContext({ ca });
  return {
    name,
    pool: (maxSockets) => new https.Agent({ keepAlive: true, maxSockets }),
    send: (order, agent) =>
      ask(path, { ...newOrder, ...order }, (options) => {
        // Created once, because parsing the authorities for each request would be slower.
        const secured: Pick<tls.ConnectionOptions, 'secureContext' | 'servername'> = { secureContext, servername: 'localhost' };
        return https.request({ ...options, ...secured, port, agent: agent ?? false });
      }),
  };
}

function ask(askedPath: string, sent: object, begin: (options: http.RequestOptions) => http.ClientRequest): Promise<http.IncomingMessage> {
  const body = JSON.stringify(sent);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const request = begin({ host: '127.0.0.1', path: askedPath, method: 'POST', headers });
    request.once('response', (response) => {
      response.on('error', () => undefined);
      if (response.statusCode === 200) resolve(response);
      else reject(new Error(`answered ${response.statusCode}`));
    });
    request.once('error', reject);
    request.setNoDelay(true);
    request.end(body);
  });
}
