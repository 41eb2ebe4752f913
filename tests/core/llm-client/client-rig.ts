import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { AnswerDelta } from '../../../electron/contract/answer.ts';
import { ok, type Result } from '../../../electron/contract/failure.ts';
import {
  createLlmClient,
  parseBaseUrl,
  type CallOptions,
  type Limits,
  type LlmClientOptions,
} from '../../../electron/core/llm-client/llm-client.ts';
import { createUpstream } from '../../../electron/core/upstream/upstream.ts';
import { startServer, type Handler, type TestServer } from '../../support/https-server.ts';
import { chunk } from './response/feed.ts';
import { beta } from './models.ts';
import { must } from '../../support/must.ts';

export const token = 'sk-topsecret';
export const messages = [{ role: 'user', text: 'Hi' }] as const;
/** Returns a chunk of an answer. */
const say = (content: string): unknown => chunk({ content });
/** The answer "Hello" in two chunks, with its usage. */
export const helloChunks = [
  chunk({ role: 'assistant', content: '' }),
  say('Hel'),
  say('lo'),
  chunk({}, 'stop'),
  { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
];

interface RigOptions extends Pick<LlmClientOptions, 'onImagesRefused'> {
  readonly token?: Result<string | null>;
  readonly limits?: Limits;
}

/** Creates a client, and serves both its modes by the handler over TLS. Has a token by default. */
export async function rig(handler: Handler, { limits, token: given = ok(token), ...options }: RigOptions = {}) {
  const server = await startServer(handler);
  const addresses = must(parseBaseUrl(`${server.origin}/base/`));
  const upstream = createUpstream({ origin: addresses.origin, route: { kind: 'straight' }, authorities: [server.authority.pem] });
  onTestFinished(upstream.dispose);
  const client = createLlmClient({
    addresses,
    upstreams: { proxy: upstream, direct: upstream },
    token: async () => given,
    clock: { now: () => performance.now() },
    ...(limits ? { limits: () => limits } : {}),
    ...options,
  });
  const deltas: AnswerDelta[] = [];
  const signal = new AbortController().signal;
  return {
    server,
    client,
    deltas,
    chat: (call?: Partial<CallOptions>) =>
      client.chat({ model: beta, messages }, { mode: 'direct', signal, ...call }, (delta) => deltas.push(delta)),
  };
}

/** Returns the body of the service's nth request. */
export const body = (server: TestServer, at: number): unknown => JSON.parse(server.seen[at]?.body ?? 'null');
/** The complete answer, as a parsed one. */
export const hello = { parts: [{ kind: 'text', text: 'Hello' }], finish: 'stop', usage: { completionTokens: 2 } };

/** Starts a valid stream, then continues as told. */
export const beginThen =
  (then: (response: ServerResponse) => void): Handler =>
  (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(say('Hel'))}\n\n`, () => then(response));
  };
