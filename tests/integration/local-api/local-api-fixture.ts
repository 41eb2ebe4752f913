import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { LocalApiRequest, LocalApiSettingsChange } from '../../../electron/contract/local-api.ts';
import { ok, type Result } from '../../../electron/contract/failure.ts';
import { defaultSettings } from '../../../electron/contract/settings.ts';
import { timeoutsFrom } from '../../../electron/core/shared/timeouts.ts';
import { createLocalApi, type LocalApi, type LocalApiOptions } from '../../../electron/core/local-api/local-api.ts';
import type { Demo } from '../../support/demo/demo.ts';
import {
  catalogModels,
  createLlmClient,
  parseBaseUrl,
  type ActiveService,
  type AnsweringService,
} from '../../../electron/core/llm-client/llm-client.ts';
import { systemClock } from '../../../electron/core/shared/clock.ts';
import { createRedactor } from '../../../electron/core/shared/redactor.ts';
import type { Tunnel } from '../../../electron/core/tunnel/tunnel.ts';
import { createUpstream } from '../../../electron/core/upstream/upstream.ts';
import { freePort } from '../../support/free-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testDemo } from '../demo/demo-fixture.ts';
import { demoTunnel } from '../tunnel/tunnel-fixture.ts';
import { must } from '../../support/must.ts';

export interface TestLocalApiOptions extends Partial<LocalApiOptions> {
  readonly demo?: Demo;
  readonly settings?: LocalApiSettingsChange;
  /** Overrides fields of the active service made from the demo. */
  readonly serviceOverrides?: Partial<ActiveService>;
}

/** A local API for this test, with a tunnel to its own demo. `set` changes the active service, for example its mode. */
export type TestLocalApi = Awaited<ReturnType<typeof testLocalApi>>;

/** Starts demo, tunnel and local API. */
export async function testLocalApi({ demo: given, settings, serviceOverrides, ...more }: TestLocalApiOptions = {}) {
  const demo = given ?? (await testDemo());
  const tunnel = demoTunnel(demo);
  let active = withOverrides(activeServiceOf(demo, tunnel), serviceOverrides);
  const bugs: unknown[] = [];
  const recorded: LocalApiRequest[] = [];
  const localApi = await createLocalApi({
    folder: await temporaryFolder(),
    getService: async (): Promise<Result<AnsweringService>> => ok(active),
    clock: systemClock,
    redactor: createRedactor(),
    version: '1.2.3',
    onChange: () => undefined,
    onRequests: (requests) => recorded.push(...requests),
    onBug: (error) => bugs.push(error),
    ...more,
  });
  onTestFinished(async () => {
    await localApi.close();
    if (bugs.length > 0) throw new Error('the local API made a mistake', { cause: bugs });
  });
  const port = await freePort();
  must(await localApi.change({ port, demoPort: port === 65_535 ? port - 1 : port + 1, ...settings }));
  return {
    localApi,
    port,
    demo,
    tunnel,
    bugs,
    recorded,
    set: (change: Partial<ActiveService>) => void (active = withOverrides(active, change)),
  };
}

/** Returns a changed service, whose client uses the changed upstreams too. */
function withOverrides(service: ActiveService, change: Partial<ActiveService> = {}): AnsweringService {
  const changed = { ...service, ...change };
  return { ...changed, client: createLlmClient({ ...changed, clock: systemClock }) };
}

/** Returns what the connection gives the local API: direct through the tunnel, the proxy without. */
export function activeServiceOf(demo: Demo, tunnel: Tunnel): ActiveService {
  const addresses = must(parseBaseUrl(demo.baseUrl));
  const { origin, host, port } = addresses;
  const authorities = [demo.ca];
  const upstreams = {
    proxy: createUpstream({ origin, authorities, route: { kind: 'straight' } }),
    direct: createUpstream({ origin, authorities, route: { kind: 'dial', dial: tunnel.dial, target: { host, port } } }),
  };
  onTestFinished(async () => void (await Promise.all([upstreams.proxy.dispose(), upstreams.direct.dispose()])));
  const models = catalogModels(demo.profile().service.catalog);
  return {
    profile: { id: 'own', name: 'Institute', isDemo: false },
    mode: 'direct',
    models,
    lists: [],
    refreshModels: async () => ({ models, lists: [] }),
    addresses,
    upstreams,
    token: async () => ok(demo.token),
    dialDirect: tunnel.dial,
    timeouts: timeoutsFrom(defaultSettings.connection),
    serviceAddress: { host, port },
    direct: { wanted: 'tunnel', now: 'tunnel', why: 'A test wants it so.' },
    tunnel: { instance: 'instance', transport: 'ssh2', state: { kind: 'idle' }, roundTripMs: null, earlierAnswers: 0 },
    isTunnelAwaited: () => tunnel.state().kind !== 'ready',
    lastFailure: null,
  };
}

/** A response. */
export interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly text: string;
  readonly isComplete: boolean;
}

export interface RequestOptions {
  readonly method?: string;
  /** Names and values in turn, or a record. */
  readonly headers?: readonly string[] | Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly host?: string;
  readonly signal?: AbortSignal;
  readonly onData?: (text: string) => void;
}

/** Sends one request over its own connection. */
export function ask(
  port: number,
  path: string,
  { method, headers = {}, body, host = '127.0.0.1', signal, onData }: RequestOptions = {},
): Promise<Reply> {
  const payload = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const own = isList(headers)
    ? ['host', `${host}:${port}`, ...headers, ...(payload === undefined ? [] : ['content-length', String(Buffer.byteLength(payload))])]
    : { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...headers };
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    const request = http.request(
      {
        host,
        port,
        path,
        method: method ?? (payload === undefined ? 'GET' : 'POST'),
        agent: false,
        headers: own,
        ...(signal ? { signal } : {}),
      },
      (incoming) => {
        hasBegun = true;
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (piece: string) => {
          text += piece;
          onData?.(text);
        });
        incoming.on('error', () => undefined);
        incoming.on('close', () => {
          const { statusCode = 0, complete } = incoming;
          resolve({ status: statusCode, headers: incoming.headers, rawHeaders: incoming.rawHeaders, text, isComplete: complete });
        });
      },
    );
    request.on('error', (error) => {
      if (!hasBegun) reject(error);
    });
    request.end(payload);
  });
}

function isList(headers: NonNullable<RequestOptions['headers']>): headers is readonly string[] {
  return Array.isArray(headers);
}

/** Returns the code of an error response. */
export function codeOf({ text }: Pick<Reply, 'text'>): string {
  const { error } = JSON.parse(text) as { readonly error: { readonly code: string; readonly message: string } };
  return error.code;
}

/** Sends bytes over their own connection and returns everything received until it was closed. */
export function sendRaw(port: number, bytes: string | Buffer, host = '127.0.0.1'): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ port, host });
    let text = '';
    socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(text));
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
}

/** Creates a local key. */
export async function newKey(localApi: LocalApi, name = 'notebook'): Promise<string> {
  return must(await localApi.createKey(name)).secret;
}
