import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Mode } from '../../../electron/contract/profile.ts';
import { startDemo } from '../../support/demo/demo.ts';
import { createDisposer, type Disposer } from '../../../electron/core/shared/disposer.ts';
import { startLocalApiCore } from '../../support/local-api-core.ts';
import { eventually } from '../../support/eventually.ts';
import { startSshd } from '../../support/sshd.ts';
import { freePort } from '../../support/free-port.ts';
import { must } from '../../support/must.ts';
import { context } from '../../support/call-context.ts';

/** A client's environment: local API → tunnel (a real sshd) → demo, with the whole core between. */
export type ClientFixture = Awaited<ReturnType<typeof openClientFixture>>;

export const scout = 'beta-4-scout';
export const oss = 'gamma-oss-120b';
export const thinker = 'alpha-R1';
export const everyModel = [thinker, scout, oss];
/** The models that call tools, streamed and unstreamed. */
export const withTools = [
  [scout, 'whole'],
  [scout, 'streamed'],
  [oss, 'whole'],
  [oss, 'streamed'],
] as const;

/** Callers from this address count as inside the research cloud. The sshd connects to it. */
const inside = '127.0.0.2';

/** Opens an environment for all tests of a file, closes it after them, and returns its getter. */
export function useClientFixture(): () => ClientFixture {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const disposer = createDisposer(onError);
  let fixture: ClientFixture | undefined;
  beforeAll(async () => {
    fixture = await openClientFixture(disposer, onError);
  });
  // also after a failed set-up
  afterAll(async () => {
    await disposer.dispose();
    if (errors.length > 0) throw new AggregateError(errors, 'the demo or a close failed');
  }, 60_000);
  return () => {
    if (!fixture) throw new Error('it is open in tests only');
    return fixture;
  };
}

async function openClientFixture(disposer: Disposer, onError: (error: unknown) => void) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-clients-'));
  disposer.add(() => rm(folder, { recursive: true, force: true }));
  const caFile = path.join(folder, 'authority.pem');
  const demo = await startDemo({ speed: 'unlimited', insideAddress: inside, caFile, onError });
  disposer.add(demo.close);
  const sshd = await startSshd();
  disposer.add(sshd.close);
  const port = await freePort();
  const { service } = demo.profile();
  const core = await startLocalApiCore({
    folder,
    port,
    sshPort: sshd.port,
    sshd: { ...sshd, hostKey: sshd.hostKey() },
    profile: { ...demo.profile(), service: { ...service, name: 'Institute', inferenceServer: inside, caFile } },
  });
  disposer.add(() => core.dispose());
  const token = { profileId: 'lab', token: demo.token, keeping: 'until-quit', isUnchecked: true } as const;
  must(await core.handlers['token.set'](token, context));
  const { secret: key } = must(await core.handlers['localApi.createKey']({ name: 'clients' }, context));
  // On a busy machine that may take longer than a first request waits.
  const connection = async () => must(await core.handlers['connection.read'](undefined, context));
  await eventually(async () => expect(await connection()).toMatchObject({ tunnel: { state: { kind: 'ready' } }, isRefreshing: false }));
  return {
    core,
    demo,
    port,
    /** The authority's certificate, for clients that use TLS to the service itself. */
    caFile,
    /** A local key. */
    key,
    /** The one address for every model that a user enters in a client. */
    base: `http://127.0.0.1:${port}/v1`,
    /** Returns the service's own address of one engine. */
    directBase: (segment: string) => `${demo.baseUrl}/${segment}/v1`,
    setMode: async (mode: Mode) => {
      must(await core.handlers['connection.setMode']({ mode }, context));
    },
  };
}

/** Asserts that all requests so far came from inside through the tunnel, and that the relayed ones had no key. */
export function expectThroughTunnel({ demo, key }: ClientFixture, keys: 'removed' | 'end-to-end' = 'removed'): void {
  const direct = demo.requests().filter(({ mode }) => mode === 'direct');
  expect(direct.length).toBeGreaterThan(0);
  expect(direct.filter(({ isFromInstance }) => !isFromInstance)).toEqual([]);
  if (keys === 'removed') expect(direct.filter(({ authorization }) => authorization !== 'none')).toEqual([]);
  expect(JSON.stringify(demo.requests())).not.toContain(key);
}

/** Returns an environment without the proxies of the machine that runs the tests. */
export function unproxied(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(?:https?|all|no)_proxy$/i.test(name)));
}
