import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { plainCapabilities, type Model } from '../../../electron/contract/catalog.ts';
import { ok, type Failure, type Result } from '../../../electron/contract/failure.ts';
import { fail, failure, stoppedByUser } from '../../../electron/contract/failures/fail.ts';
import { localApiErrorFor } from '../../../electron/core/local-api/local-api-error.ts';
import { createDiscoveredModels, listModels, mayHaveMoreModels, readModelLists } from '../../../electron/core/local-api/list-models.ts';
import { parseBaseUrl, type ActiveService } from '../../../electron/core/llm-client/llm-client.ts';
import type { UpstreamRequest, UpstreamResponse } from '../../../electron/core/upstream/upstream.ts';
import { must } from '../../support/must.ts';

const never = new AbortController().signal;
const limits = { allMs: 20, othersMs: 20 };

/** Creates a service whose engines, a and b, the test answers for. */
function serviceOf(request: (sent: UpstreamRequest) => Promise<Result<UpstreamResponse>>, isTunnelAwaited = false): ActiveService {
  const addresses = must(parseBaseUrl('https://models.example.org'));
  const upstream = { host: addresses.host, request, probe: async () => ok(undefined), dispose: async () => undefined };
  const models = ['a', 'b'].map((segment): Model => ({
    id: `model-${segment}`,
    segment,
    engine: 'vllm',
    capabilities: plainCapabilities,
    contextLength: null,
    origin: 'declared',
    presence: { proxy: 'unchecked', direct: 'unchecked' },
  }));
  const read = { models, lists: [] };
  return {
    ...read,
    profile: { id: 'own', name: 'Institute', isDemo: false },
    mode: 'direct',
    refreshModels: async () => read,
    addresses,
    upstreams: { proxy: upstream, direct: upstream },
    token: async () => ok(null),
    dialDirect: () => Promise.reject(new Error('not dialled here')),
    timeouts: { connectMs: 1, tunnelWaitMs: 1, firstByteMs: 1 },
    serviceAddress: { host: addresses.host, port: addresses.port },
    direct: { wanted: 'tunnel', now: 'tunnel', why: '' },
    tunnel: null,
    isTunnelAwaited: () => isTunnelAwaited,
    lastFailure: null,
  };
}

/** Like an upstream whose service is silent: fails once the signal is aborted. */
function silence({ signal }: UpstreamRequest): Promise<Result<UpstreamResponse>> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(stoppedByUser), { once: true }));
}

function listOf(...ids: readonly string[]): Result<UpstreamResponse> {
  const body = Readable.from([Buffer.from(JSON.stringify({ data: ids.map((id) => ({ id })) }))]);
  return ok({ status: 200, rawHeaders: [], header: () => undefined, body });
}

test('says that the tunnel or an engine is late (catches “You stopped this.” to a client that didn’t)', async () => {
  const codeOf = async (isTunnelAwaited: boolean) => {
    const listed = await listModels(serviceOf(silence, isTunnelAwaited), '', never, limits);
    if (listed.ok) return 'listed';
    const { status, code, remedy } = localApiErrorFor(listed.failure, 'api');
    return [status, code, remedy !== ''];
  };
  expect(await codeOf(true)).toEqual([503, 'tunnel_unavailable', true]);
  expect(await codeOf(false)).toEqual([504, 'upstream_timeout', true]);
});

test('says that an engine is late whose list never ends', async () => {
  const endless = async ({ signal }: UpstreamRequest): Promise<Result<UpstreamResponse>> => {
    const body = new Readable({ read: () => undefined });
    body.push('{"data":[');
    signal.addEventListener('abort', () => body.destroy(), { once: true });
    return ok({ status: 200, rawHeaders: [], header: () => undefined, body });
  };
  expect(await listModels(serviceOf(endless), '', never, limits)).toMatchObject({ failure: { reason: 'engine-list-late' } });
});

test('stops when the client does', async () => {
  const client = new AbortController();
  const listing = listModels(serviceOf(silence), '', client.signal);
  client.abort();
  expect(await listing).toEqual(stoppedByUser);
});

test('waits only briefly for an engine that hangs while another answers (catches clients that give up on all models)', async () => {
  const service = serviceOf(async (sent) => (sent.path.startsWith('/a/') ? listOf('new') : silence(sent)));
  const { models, failures } = await readModelLists(service, '', never, { allMs: 60_000, othersMs: 20 });
  expect(models.map(({ id }) => id)).toEqual(['new']);
  expect(failures.map(({ reason }) => reason)).toEqual(['engine-list-late']);
});

test.each<[boolean, Failure]>([
  [true, failure('tunnel-off')],
  [true, failure('engine-list-missing', { segment: 'a', status: 503 })],
  [false, failure('engine-list-missing', { segment: 'a', status: 404 })],
])('may find more models after a failure: %s, %o', (expected, cause) => expect(mayHaveMoreModels(cause)).toBe(expected));

test('remembers the models of an engine that fails later (catches a model that is unknown until it recovers)', async () => {
  const discovered = createDiscoveredModels();
  let answers: Readonly<Record<string, Result<UpstreamResponse>>> = { a: listOf('one', 'two'), b: listOf('three') };
  const service = serviceOf(async ({ path }) => answers[path.split('/')[1] ?? ''] ?? fail('tunnel-off'));
  const remember = async (): Promise<void> => discovered.remember('own', (await readModelLists(service, '', never)).models);
  const found = () => ['one', 'two', 'three'].map((model) => discovered.find('own', model));
  await remember();
  expect(found()).toEqual(['a', 'a', 'b']);
  answers = { a: listOf('one') };
  await remember();
  expect(found()).toEqual(['a', undefined, 'b']);
  discovered.remember('other', []);
  expect(found()).toEqual([undefined, undefined, undefined]);
});
