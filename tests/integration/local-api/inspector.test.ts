import { expect, test } from 'vitest';
import type { LocalApiRequest } from '../../../electron/contract/local-api.ts';
import { catalogModels } from '../../../electron/core/llm-client/llm-client.ts';
import { createRedactor } from '../../../electron/core/shared/redactor.ts';
import { chatBody, testDemo } from '../demo/demo-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { ask, codeOf, newKey, testLocalApi } from './local-api-fixture.ts';
import { recordedFailure } from '../../support/recorded-failure.ts';
import { noSuchPath } from '../../../electron/core/local-api/api-errors.ts';

const scout = 'beta-4-scout';
const path = `/${scout}/v1/chat/completions`;

test('lists every reachable model with its location, and finds it by name', async () => {
  const { port, demo, set } = await testLocalApi();
  const listed = JSON.parse((await ask(port, '/v1/models')).text);
  expect(listed).toMatchObject({
    object: 'list',
    data: [
      {
        id: 'alpha-R1',
        object: 'model',
        causeway: { mode: 'direct', segment: 'engine-b', base_url: `http://127.0.0.1:${port}/engine-b/v1` },
      },
      { id: scout, max_model_len: expect.any(Number), causeway: { segment: scout } },
      { id: 'gamma-oss-120b' },
    ],
  });
  expect(JSON.parse((await ask(port, `/v1/models/${scout}`)).text)).toMatchObject({ id: scout });
  expect(codeOf(await ask(port, '/v1/models/delta'))).toBe('unknown_model');
  demo.removeModel('alpha-R1');
  const left = JSON.parse((await ask(port, '/v1/models')).text) as { readonly data: readonly { readonly id: string }[] };
  expect(left.data.map(({ id }) => id)).toEqual([scout, 'gamma-oss-120b']);
  const asked = demo.requests().length;
  set({ mode: 'proxy' });
  const viaProxy = JSON.parse((await ask(port, '/v1/models')).text);
  expect(viaProxy.data[0]).toMatchObject({ causeway: { mode: 'proxy', segment: null, base_url: `http://127.0.0.1:${port}/api` } });
  expect(demo.requests()).toHaveLength(asked); // the token is not used for a list that needs no key
});

test('accepts a model that is new at an engine before the catalog knows it', async () => {
  const { port, demo, set } = await testLocalApi();
  set({
    models: catalogModels(demo.profile().service.catalog).filter(({ id }) => id !== scout),
    lists: [{ mode: 'direct', segment: scout, ms: 1, failure: null }],
  });
  expect((await ask(port, '/v1/chat/completions', { body: chatBody(scout) })).status).toBe(200);
  const lists = (): number => demo.requests().filter(({ endpoint }) => endpoint === 'models').length;
  const requested = lists();
  expect((await ask(port, '/v1/chat/completions', { body: chatBody(scout) })).status).toBe(200);
  expect(lists()).toBe(requested); // remembered
});

test('omits only the models of an engine that is down', async () => {
  const { port, demo } = await testLocalApi();
  demo.fault({ kind: 'status', status: 500, segment: 'engine-b' });
  const listed = JSON.parse((await ask(port, '/v1/models')).text) as { readonly data: readonly { readonly id: string }[] };
  expect(listed.data.map(({ id }) => id)).toEqual([scout, 'gamma-oss-120b']);
});

test('reports health to everyone and status to the user’s own programs', async () => {
  const { port } = await testLocalApi({
    serviceOverrides: {
      lists: [{ mode: 'direct', segment: scout, ms: 12, failure: null }],
      lastFailure: recordedFailure('connection-lost', 'It broke.', 'Mend it.'),
    },
  });
  expect(JSON.parse((await ask(port, '/healthz')).text)).toEqual({ status: 'ok' });
  await ask(port, `/${scout}/v1/models`);
  await eventually(async () =>
    expect(JSON.parse((await ask(port, '/status')).text)).toEqual({
      version: '1.2.3',
      port,
      requests_in_flight: 0,
      key: null,
      profile: { name: 'Institute', is_demo: false },
      mode: 'direct',
      tunnel: { instance: 'instance', transport: 'ssh2', state: 'idle', round_trip_ms: null },
      direct: { wanted: 'tunnel', now: 'tunnel', why: 'A test wants it so.' },
      engines: [{ mode: 'direct', segment: scout, latency_ms: 12, failure: null }],
      last_failure: { code: 'connection-lost', message: 'It broke.', remedy: 'Mend it.' },
    }),
  );
  expect((await ask(port, '/healthz', { method: 'POST', body: {} })).status).toBe(405);
});

test('records who asked what, how long it took and how fast it was, without bodies', async () => {
  const demo = await testDemo({ speed: 'real' });
  const { port, localApi, recorded } = await testLocalApi({ demo });
  const headers = { 'x-api-key': await newKey(localApi), 'user-agent': 'tester/1' };
  const body = chatBody(scout, 'Count from 1 to 20', { stream: true, stream_options: { include_usage: true } });
  const answer = await ask(port, `${path}?x=1`, { body, headers });
  await ask(port, '/nowhere');
  await eventually(() => expect(localApi.requests().map(({ durationMs }) => durationMs !== null)).toEqual([true, true]));
  const [first, second] = localApi.requests();
  expect(first).toMatchObject({
    key: 'notebook',
    userAgent: 'tester/1',
    method: 'POST',
    path: `${path}?x=1`,
    model: scout,
    mode: 'direct',
    status: 200,
    failure: null,
    bytesIn: Buffer.byteLength(JSON.stringify(body)),
    bytesOut: Buffer.byteLength(answer.text),
    requestBody: null,
    responseBody: null,
  });
  // The demo's pace for this model is 83 tokens per second. On a busy machine it falls behind and catches up at any speed.
  const tokens = Number(/"completion_tokens":\s*(\d+)/.exec(answer.text)?.[1]);
  expect(first?.tokensPerSecond).toBeGreaterThanOrEqual((tokens * 1000) / (first?.durationMs ?? 0));
  expect(first?.tokensPerSecond).toBeLessThan(Infinity);
  expect(first?.firstByteMs).toBeLessThanOrEqual(first?.durationMs ?? 0);
  expect(second).toMatchObject({ path: '/nowhere', status: 404, failure: noSuchPath.message });
  await eventually(() => expect(recorded.at(-1)).toMatchObject({ id: 2, status: 404 }));
});

test('records bodies only while switched on, redacted and truncated', async () => {
  const redactor = createRedactor();
  redactor.learn('my-secret-phrase');
  let now = Date.now();
  const { port, localApi } = await testLocalApi({ redactor, clock: { now: () => now } });
  await ask(port, path, { body: chatBody(scout, 'before') });
  localApi.recordBodies(5);
  expect(localApi.read().recordsBodiesUntil).toBe(now + 300_000);
  await ask(port, path, { body: chatBody(scout, 'during my-secret-phrase api_key=abcdef sk-abcdefghijklmnop') });
  await ask(port, path, { body: chatBody(scout, `${'x'.repeat(65_440)}my-secret-phrase${'y'.repeat(9000)}`) });
  now += 300_001;
  expect(localApi.read().recordsBodiesUntil).toBeNull();
  await ask(port, path, { body: chatBody(scout, 'after') });
  const [before, during, long, after] = localApi.requests() as readonly [
    LocalApiRequest,
    LocalApiRequest,
    LocalApiRequest,
    LocalApiRequest,
  ];
  expect([before.requestBody, after.requestBody, after.responseBody]).toEqual([null, null, null]);
  expect(during.requestBody).toContain('during');
  expect(during.responseBody).toContain('"choices"');
  for (const secret of ['my-secret-phrase', 'abcdef', 'sk-abc']) expect(JSON.stringify(localApi.requests())).not.toContain(secret);
  expect(long.requestBody?.length).toBeLessThan(66_000);
  expect(long.requestBody).not.toContain('my-secr');
  localApi.recordBodies(0);
  expect(localApi.requests().every(({ requestBody, responseBody }) => requestBody === null && responseBody === null)).toBe(true);
});

test('exports requests as lines of JSON or as HAR, without keys', async () => {
  const { port, localApi } = await testLocalApi();
  const key = await newKey(localApi);
  localApi.recordBodies(1);
  await ask(port, `${path}?q=1`, { body: chatBody(scout), headers: { authorization: `Bearer ${key}` } });
  await eventually(() => expect(localApi.requests()[0]?.durationMs).toBeGreaterThan(0));
  const lines = localApi.exportRequests('ndjson').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(localApi.requests());
  const har = JSON.parse(localApi.exportRequests('har'));
  expect(har.log).toMatchObject({
    version: '1.2',
    creator: { name: 'Causeway', version: '1.2.3' },
    entries: [
      {
        request: {
          method: 'POST',
          url: `http://127.0.0.1:${port}${path}?q=1`,
          queryString: [{ name: 'q', value: '1' }],
          postData: { text: JSON.stringify(chatBody(scout)) },
        },
        response: { status: 200 },
      },
    ],
  });
  expect(localApi.exportRequests('har') + localApi.exportRequests('ndjson')).not.toContain(key);
});

test('drops the oldest requests', async () => {
  const { port, localApi } = await testLocalApi();
  for (let at = 0; at < 510; at += 1) await ask(port, `/healthz`);
  const ids = localApi.requests().map(({ id }) => id);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([500, 11, 510]);
});
