import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { echoServer, opened, testRelay, testSshd, testTunnel } from './tunnel-fixture.ts';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';

/** The default when the ssh config has none. */
const keepaliveMs = 10_000;
const silenceMs = 30_000;

test('keeps connections of a dead session beside another one for 30 s, and needs no other session for a model that thinks that long', async () => {
  const sshd = await testSshd();
  const echo = await echoServer();
  const relay = await testRelay(sshd.port);
  const cut = testTunnel(sshd, echo.port, { hop: { port: relay.port, keepaliveMs } });
  const good = testTunnel(sshd, echo.port, { hop: { keepaliveMs } });
  const [waiting, quiet] = await Promise.all([opened(cut, echo.port), opened(good, echo.port)]);
  relay.stall();
  waiting.write('x');
  await pause(silenceMs); // nothing else shows that a model is thinking

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
