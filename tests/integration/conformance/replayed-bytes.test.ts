import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { createLlmClient, catalogModels, parseBaseUrl, type Outcome } from '../../../electron/core/llm-client/llm-client.ts';
import { createUpstream } from '../../../electron/core/upstream/upstream.ts';
import { feed, slices } from '../../core/llm-client/response/feed.ts';
import { startServer } from '../../support/https-server.ts';
import { ask, chatBody, localForward, testDemo } from '../demo/demo-fixture.ts';
import { ofTwoCities, thinkingOnA, toolsOnB, weather } from './tools.ts';
import { must } from '../../support/must.ts';

const shapes = ['empty', 'empty-after', 'stray-close', 'empty-content', 'mixed', 'between-calls', 'only'] as const;
const faults = ['repeated-index', 'tail-index', 'broken-arguments', ...shapes.map((shape) => `odd-reasoning,shape=${shape}`)];
const tools = [{ type: 'function', function: weather }];

/** The bytes of many unusual answers, with fields as the engines send them and tags as the proxy does. */
async function record(): Promise<readonly (readonly [name: string, bytes: Buffer])[]> {
  const demo = await testDemo();
  const port = await localForward(demo);
  demo.addModel(toolsOnB);
  demo.addModel(thinkingOnA);
  const records: [string, Buffer][] = [];
  for (const style of ['field', 'inline', 'unopened'] as const) {
    demo.setBehaviour({ reasoning: { proxy: style, direct: style } });
    for (const fault of faults) {
      for (const { id, segment } of [toolsOnB, thinkingOnA]) {
        const lift = demo.fault(fault);
        const question = /index|arguments|calls/.test(fault) ? ofTwoCities : 'Say naïve 🦆 `<think>`';
        const body = chatBody(id, question, { stream: true, stream_options: { include_usage: true }, tools, reasoning_effort: 'low' });
        const answer =
          style === 'field'
            ? await ask(demo, `/${segment}/v1/chat/completions`, { port, body })
            : await ask(demo, '/api/chat/completions', { token: demo.token, body });
        lift();
        records.push([`${id}, ${style}, ${fault}`, Buffer.from(answer.text)]);
      }
    }
  }
  return records;
}

let recording: ReturnType<typeof record> | undefined;
const recorded = (): ReturnType<typeof record> => (recording ??= record());

/** Creates a client of a server that answers every request with these chunks. */
async function replayer(): Promise<(pieces: Iterable<Uint8Array>) => Promise<Outcome>> {
  let next: Iterable<Uint8Array> = [];
  const server = await startServer((_seen, response) => {
    response.socket?.setNoDelay(true);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of next) response.write(piece);
    response.end();
  });
  const upstream = createUpstream({ origin: server.origin, route: { kind: 'straight' }, authorities: [server.authority.pem] });
  onTestFinished(upstream.dispose);
  const addresses = must(parseBaseUrl(server.origin));
  const upstreams = { proxy: upstream, direct: upstream };
  const clock = { now: () => performance.now() };
  const client = createLlmClient({ addresses, upstreams, token: async () => ok('sk-any'), clock });
  const [model] = catalogModels([
    { segment: 'any', engine: 'unknown', models: [{ id: toolsOnB.id, capabilities: toolsOnB.capabilities }] },
  ]);
  if (!model) throw new Error('a model was declared');
  return (pieces) => {
    next = pieces;
    const call = { mode: 'direct', signal: new AbortController().signal } as const;
    return client.chat({ model, messages: [{ role: 'user', text: 'Hi' }], tools: [weather] }, call, () => undefined);
  };
}

const options = { offered: [weather.name] };

test('parses a recorded stream byte by byte into the same parts as in one piece', async () => {
  const records = await recorded();
  expect(records).toHaveLength(60);
  for (const [name, bytes] of records) {
    const whole = feed([bytes], options);
    const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    expect(feed(single, options).parts, name).toEqual(whole.parts);
    expect([whole.end, whole.parts.length > 0], name).toEqual(['done', true]);
  }
});

test('parses a recorded stream into the same parts over HTTPS, wherever it is cut', async () => {
  const records = await recorded();
  const replay = await replayer();
  const cuts = fc.array(fc.nat(40_000), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...records), cuts, async ([name, bytes], at) => {
      const { answer, failure } = await replay(slices(bytes, at));
      expect([failure, answer.parts], name).toEqual([null, feed([bytes], options).parts]);
    }),
    { numRuns: 80 },
  );
});

test('keeps the received parts of a recorded stream that ends early, and reports it', async () => {
  const [[, bytes] = ['', Buffer.alloc(0)]] = await recorded();
  const replay = await replayer();
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - '[DONE]\n\n'.length), async (end) => {
      const { answer, failure } = await replay([bytes.subarray(0, end)]);
      expect(failure?.code).toMatch(/^(?:answer-cut|bad-answer)$/);
      expect(answer.parts.map(({ kind }) => kind)).toEqual(feed([bytes.subarray(0, end)], options).parts.map(({ kind }) => kind));
    }),
    { numRuns: 40 },
  );
});

test('never crashes or hangs on arbitrary bytes instead of an answer, through the whole client', async () => {
  const replay = await replayer();
  const scraps = fc.constantFrom('data: ', '{', '}', '"choices":[', ']', '\n', '\n\n', '[DONE]', '<', '{"error":1}', 'null', '🦆');
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.array(scraps, { maxLength: 40 }).map((all) => Buffer.from(all.join(''))),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(noise, { maxLength: 5 }), async (pieces) => {
      const { answer, failure } = await replay(pieces);
      expect([Array.isArray(answer.parts), typeof failure]).toEqual([true, 'object']);
    }),
    { numRuns: 200 },
  );
});
