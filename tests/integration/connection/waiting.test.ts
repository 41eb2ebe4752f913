import net from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { startDemo, type Demo } from '../../support/demo/demo.ts';
import type { Timeouts } from '../../../electron/core/shared/timeouts.ts';
import { active, ask, patientTimeouts, setMode, connectionFixture, until, type ConnectionFixture } from './connection-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { must } from '../../support/must.ts';

interface Waiting extends ConnectionFixture {
  readonly demo: Demo;
  readonly wait: (part: Partial<Timeouts>) => void;
}

/** Creates a user of the demo who changes the timeouts. */
async function waiting(): Promise<Waiting> {
  let timeouts = patientTimeouts;
  const demo = await startDemo({ speed: 'unlimited' });
  const set = await connectionFixture({ isActive: false, more: { startDemo: async () => demo, timeouts: () => timeouts } });
  return { ...set, demo, wait: (part) => void (timeouts = { ...timeouts, ...part }) };
}

test('ends a wait with its own failure, and applies a changed timeout to the next request', async () => {
  const { supervisor, demo, wait } = await waiting();
  await until(supervisor, { mode: 'proxy', isRefreshing: false });
  demo.fault({ kind: 'slow-first-byte', ms: 60_000, count: 'once' });
  wait({ firstByteMs: 1000 });
  expect(await ask(supervisor)).toBe('first-byte-timeout');
  wait({ firstByteMs: 30_000, idleMs: 1000 });
  demo.fault({ kind: 'stall', after: 2, count: 'once' });
  expect(await ask(supervisor)).toBe('idle-timeout');
  wait({ idleMs: 30_000 });
  expect(await ask(supervisor)).toBe('stop');
});

test('waits for a service that takes no connection as long as the user says', async () => {
  const silent = net.createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as net.AddressInfo;
  const { supervisor, profiles, wait } = await waiting();
  wait({ connectMs: 1000 });
  const service = {
    ...active(profiles).service,
    name: 'Silent',
    baseUrl: `https://localhost:${port}/`,
    inferenceServer: null,
    caFile: null,
  };
  const added = must(await profiles.add({ service, instance: null, mode: 'direct', directRoute: 'straight' }));
  await profiles.activate(added.id);
  expect(await ask(supervisor)).toBe('connect-timeout');
});

test('stops an unused tunnel if the user wants it, and the next request starts it again', async () => {
  const set = await waiting();
  const { supervisor, demo, wait } = set;
  wait({ tunnelIdleMs: 1000 });
  await setMode(set, 'direct');
  expect(await ask(supervisor)).toBe('stop');
  await until(supervisor, { tunnel: { state: { kind: 'idle' } } });
  await eventually(() => expect(demo.instance.connections()).toBe(0));
  expect(await ask(supervisor)).toBe('stop');
});
