/** @module-tag long */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { opened, stateOf, testRelay, testTunnel, sshdWithEcho } from './tunnel-fixture.ts';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';

/** The default when the ssh config has none. */
const keepaliveMs = 10_000;
/** Shorter than the limits that `patience` multiplies. */
const oftenMs = 400;
const silenceMs = 30_000;

test('keeps connections of a dead session beside another one for 30 s, and needs no other session for a model that thinks that long', async () => {
  const { sshd, echo } = await sshdWithEcho();
  const relay = await testRelay(sshd.port);
  let patience = 1;
  const cut = testTunnel(sshd, echo.port, { hop: { port: relay.port, keepaliveMs }, patience: () => patience });
  const good = testTunnel(sshd, echo.port, { hop: { keepaliveMs: oftenMs }, patience: 30 }); // its pings may take as long as the machine needs
  const [waiting, quiet] = await Promise.all([opened(cut, echo.port), opened(good, echo.port)]);
  relay.stall();
  waiting.write('x');
  const isSilent = stateOf(cut, 'connecting', 'waiting-to-retry').then(() => (patience = 30)); // so that only the dead session is one
  await pause(silenceMs); // nothing else shows that a model is thinking
  await isSilent;
  await stateOf(cut, 'ready');

  expect(cut.history().map(({ cause }) => cause)).toContain(describeFailure(failure('instance-silent')).message);
  expect(cut.counters()).toMatchObject({ openChannels: 1, reconnects: 1, earlier: 1 });
  const fresh = await opened(cut, echo.port);
  fresh.write('y');
  expect(String(await once(fresh, 'data'))).toBe('y');
  relay.resume();
  expect(String(await once(waiting, 'data'))).toBe('x');

  expect(good.counters()).toMatchObject({ reconnects: 0, openChannels: 1 });
  quiet.write('z');
  expect(String(await once(quiet, 'data'))).toBe('z');
});
