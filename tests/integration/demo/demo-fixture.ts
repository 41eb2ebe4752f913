import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import ssh2, { type Client, type ConnectConfig } from 'ssh2';
import { expect, onTestFinished } from 'vitest';
import { startDemo, type Demo, type DemoOptions, type RequestRecord } from '../../support/demo/demo.ts';

/** Starts a demo for this test at full speed. Its internal errors fail the test. */
export async function testDemo(options: DemoOptions = {}): Promise<Demo> {
  const errors: unknown[] = [];
  const demo = await startDemo({ speed: 'unlimited', onError: (error) => void errors.push(error), ...options });
  onTestFinished(async () => {
    await demo.close();
    expect(errors).toEqual([]);
  });
  return demo;
}

/** A response. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Whether the body ended properly. */
  readonly isComplete: boolean;
}

/** Options of a request. */
export interface Asking {
  readonly method?: string;
  readonly body?: unknown;
  readonly token?: string;
  /** The port of a forward. Defaults to the demo's own. */
  readonly port?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly tls?: RequestOptions;
  readonly onData?: (text: string) => void;
}

/** Sends one HTTPS request over its own connection, verified against the demo's authority. */
export function ask(demo: Demo, path: string, options: Asking = {}): Promise<Answer> {
  const { body, token, signal } = options;
  const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    const outgoing = httpsRequest(
      {
        host: 'localhost',
        family: 4, // with several addresses, Node gives up the first one after 250 ms
        port: options.port ?? Number(new URL(demo.baseUrl).port),
        path,
        method: options.method ?? (payload === undefined ? 'GET' : 'POST'),
        ca: demo.ca,
        agent: false,
        headers: {
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `bearer ${token}` }),
          ...options.headers,
        },
        ...(signal ? { signal } : {}),
        ...options.tls,
      },
      (incoming) => {
        let text = '';
        hasBegun = true;
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk: string) => {
          text += chunk;
          options.onData?.(text);
        });
        incoming.on('error', () => undefined);
        incoming.on('close', () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, isComplete: incoming.complete }),
        );
      },
    );
    outgoing.on('error', (error) => {
      if (!hasBegun) reject(error); // later it is the response that breaks
    });
    outgoing.end(payload);
  });
}

/** Parses the JSON of a response. */
export function jsonOf(answer: Answer): unknown {
  return JSON.parse(answer.text);
}

/** Returns the data of a stream's events. */
export function eventsOf(answer: Answer): readonly string[] {
  return answer.text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => event.replace(/^data: /, ''));
}

/** Returns the parsed chunks of a stream, without `[DONE]`. */
export function chunksOf(answer: Answer): readonly Chunk[] {
  return eventsOf(answer)
    .filter((event) => event !== '[DONE]')
    .map((event) => JSON.parse(event) as Chunk);
}

/** The fields of a chunk that the tests use. */
export interface Chunk {
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: string | null;
      readonly reasoning?: string;
      readonly reasoning_content?: string | null;
      readonly tool_calls?: readonly object[] | null;
    };
    readonly text?: string;
    readonly logprobs?: object | null;
    readonly finish_reason: string | null;
    readonly matched_stop?: unknown;
  }[];
  readonly usage?: Readonly<Record<string, number>> | null;
  readonly metrics?: Readonly<Record<string, number>>;
  readonly error?: unknown;
  readonly sources?: unknown;
}

/** Creates an ssh2 client that is logged in to the demo's instance. */
export async function sshClient(demo: Demo, how: ConnectConfig = { privateKey: demo.instance.privateKey }): Promise<Client> {
  const client = new ssh2.Client();
  const { host, port, login: username } = demo.instance;
  const ready = once(client, 'ready');
  client.on('error', () => undefined);
  const sock = connect({ host, port, noDelay: true }); // otherwise each small message may wait 40 ms
  client.connect({ sock, username, ...how });
  onTestFinished(() => void client.destroy());
  await ready;
  return client;
}

/** Opens a local forward through the instance to the inference server, as `ssh -L` does. Returns its port. */
export async function localForward(demo: Demo, client?: Client): Promise<number> {
  const own = client ?? (await sshClient(demo));
  const target = Number(new URL(demo.baseUrl).port);
  const listener = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    try {
      own.forwardOut('127.0.0.1', socket.remotePort ?? 0, 'localhost', target, (error, channel) => {
        if (error) {
          socket.destroy();
          return;
        }
        channel.on('error', () => socket.destroy());
        channel.on('close', () => socket.destroy());
        socket.on('close', () => channel.close());
        socket.pipe(channel).pipe(socket);
      });
    } catch {
      socket.destroy(); // ssh2 throws at once if its connection is gone
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => void listener.close());
  return (listener.address() as AddressInfo).port;
}

/** Resolves with the first matching record, past or future. */
export function requestThat(demo: Demo, fits: (record: RequestRecord) => boolean): Promise<RequestRecord> {
  const past = demo.requests().find(fits);
  if (past) return Promise.resolve(past);
  return new Promise((resolve) => {
    const stop = demo.onRequest((record) => {
      if (!fits(record)) return;
      stop();
      resolve(record);
    });
  });
}

/** Returns a chat request with one question. */
export function chatBody(model: string, question = 'What is Causeway?', more: object = {}): object {
  return { model, messages: [{ role: 'user', content: question }], ...more };
}
