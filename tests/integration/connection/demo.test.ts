import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { routeText } from '../../../electron/core/connection/text.ts';
import { startDemo, type Demo } from '../../support/demo/demo.ts';
import { eventually } from '../../support/eventually.ts';
import { must } from '../../support/must.ts';
import { ask, connectionFixture, until } from './connection-fixture.ts';

test('reaches the demo by the proxy, and directly through its own instance, without any question', async () => {
  const set = await connectionFixture({ isActive: false });
  const { supervisor, profiles, asked } = set;
  const ready = await until(supervisor, { profile: { isDemo: true }, mode: 'proxy', isRefreshing: false });
  expect(ready).toMatchObject({
    token: { state: 'set', keeping: 'until-quit' },
    lists: [{ mode: 'proxy', segment: null, ms: expect.any(Number), failure: null }],
  });
  expect(await ask(supervisor)).toBe('stop');
  expect(supervisor.read()).toMatchObject({ tunnel: { state: { kind: 'idle' } }, direct: { now: 'undecided' } });

  await profiles.setMode('demo', 'direct');
  expect(await ask(supervisor)).toBe('stop');
  await until(supervisor, {
    mode: 'direct',
    direct: { wanted: 'auto', now: 'tunnel', why: routeText.notPermitted },
    tunnel: { state: { kind: 'ready' } },
    isRefreshing: false,
    models: [{ presence: { direct: 'listed' } }, { presence: { direct: 'listed' } }, { presence: { direct: 'listed' } }],
  });
  expect(asked).toEqual([]);
  expect(supervisor.tunnel.read()).toMatchObject({ reconnects: 0 });
  expect(supervisor.tunnel.read()?.received).toBeGreaterThan(0);
});

/** Connects to the demo by its tunnel. `connections` counts those to its instance. */
async function connectDemoByTunnel() {
  const demos: Demo[] = [];
  const start = async (): Promise<Demo> => {
    const demo = await startDemo({ speed: 'unlimited' });
    demos.push(demo);
    return demo;
  };
  const { supervisor, profiles } = await connectionFixture({ isActive: false, more: { startDemo: start } });
  await profiles.setMode('demo', 'direct');
  await until(supervisor, { tunnel: { state: { kind: 'ready' } }, isRefreshing: false });
  return { supervisor, profiles, connections: () => demos[0]?.instance.connections() };
}

test('closes a connection that is no longer in use, with its tunnel', async () => {
  const { supervisor, profiles, connections } = await connectDemoByTunnel();
  expect(connections()).toBe(1);
  await profiles.activate(profiles.list().find(({ id }) => id !== 'demo')?.id ?? '');
  await until(supervisor, { profile: { isDemo: false } });
  await eventually(() => expect(connections()).toBe(0));
  await profiles.activate('demo'); // and it can be used again
  expect(await ask(supervisor)).toBe('stop');
});

test('completes an answer through the tunnel although another profile is active by then', async () => {
  const { supervisor, profiles } = await connectionFixture({ isActive: false, more: { startDemo: () => startDemo({ speed: 'real' }) } });
  await profiles.setMode('demo', 'direct');
  await until(supervisor, { tunnel: { state: { kind: 'ready' } }, isRefreshing: false });
  const reached = await supervisor.getActiveService();
  const model = reached.ok ? reached.value.models.find(({ id }) => id === 'gamma-oss-120b') : undefined;
  if (!reached.ok || !model) throw new Error('not reached');
  const begun = Promise.withResolvers<void>();
  const answer = reached.value.client.chat(
    { model, messages: [{ role: 'user', text: 'Write 500 words.' }], parameters: { reasoningEffort: 'low' } },
    { mode: 'direct', signal: AbortSignal.timeout(50_000) },
    () => begun.resolve(),
  );
  await begun.promise;
  await profiles.activate(profiles.list().find(({ id }) => id !== 'demo')?.id ?? '');
  await until(supervisor, { profile: { isDemo: false }, tunnel: null });
  expect(await answer).toMatchObject({ failure: null, answer: { finish: 'stop' } });
});

test('keeps a raw connection through the tunnel although another profile is active (catches a CONNECT that is cut)', async () => {
  const { supervisor, profiles, connections } = await connectDemoByTunnel();
  const { dialDirect, serviceAddress } = must(await supervisor.getActiveService());
  const stream = await dialDirect(serviceAddress, AbortSignal.timeout(30_000));
  stream.on('error', () => undefined);
  const own = profiles.list().find(({ id }) => id !== 'demo')?.id ?? '';
  await profiles.activate(own);
  await until(supervisor, { profile: { isDemo: false } });
  // a second one, without a raw connection, is closed after the time at which the first would have been
  await profiles.activate('demo');
  await until(supervisor, { profile: { isDemo: true }, tunnel: { state: { kind: 'ready' } }, isRefreshing: false });
  expect(connections()).toBe(2);
  await profiles.activate(own);
  await eventually(() => expect(connections()).toBe(1));
  expect(stream.destroyed).toBe(false);
  stream.destroy();
  await eventually(() => expect(connections()).toBe(0));
});

test('closes raw connections a minute after another profile is active, and says why (catches a tunnel that stays for days)', async () => {
  const { supervisor, profiles, connections } = await connectDemoByTunnel();
  const { dialDirect, serviceAddress } = must(await supervisor.getActiveService());
  const stream = await dialDirect(serviceAddress, AbortSignal.timeout(30_000));
  const broken = once(stream, 'error');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await profiles.activate(profiles.list().find(({ id }) => id !== 'demo')?.id ?? '');
  await vi.advanceTimersByTimeAsync(59_000);
  expect(stream.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await broken).toMatchObject([{ failure: { reason: 'profile-left' } }]);
  vi.useRealTimers();
  await eventually(() => expect(connections()).toBe(0));
});
