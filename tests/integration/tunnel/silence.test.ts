import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { echoServer, never, opened, stateOf, testRelay, testSshd, testTunnel } from './tunnel-fixture.ts';

/** As it is where the ssh config says nothing. */
const keepaliveMs = 10_000;
const silenceMs = 30_000;

test('30 s of silence: a dead line is left, and a model that thinks that long on a good one is not', async () => {
  const sshd = await testSshd();
  const echo = await echoServer();
  const relay = await testRelay(sshd.port);
  const cut = testTunnel(sshd, echo.port, { hop: { port: relay.port, keepaliveMs } });
  const good = testTunnel(sshd, echo.port, { hop: { keepaliveMs } });
  const [lost, quiet] = await Promise.all([opened(cut, echo.port), opened(good, echo.port)]);
  const end = finished(lost.resume(), { writable: false }).catch((error: unknown) => error);
  relay.drop();
  const waiting = cut.ready(never).then(() => stateOf(cut, 'suspect', 'waiting-to-retry', 'connecting'));
  await pause(silenceMs); // there is no other sign of a model that thinks

  expect(await end).toMatchObject({ failure: { code: 'connection-lost' } });
  expect(cut.history().map(({ cause }) => cause)).toContain('the instance fell silent');
  expect(cut.counters().openChannels).toBe(0);
  await waiting;
  relay.heal();
  cut.suspect('the network changed'); // an attempt may hang in the relay
  const again = await opened(cut, echo.port);
  again.write('x');
  expect(String(await once(again, 'data'))).toBe('x');

  expect(good.counters()).toMatchObject({ reconnects: 0, openChannels: 1 });
  quiet.write('y');
  expect(String(await once(quiet, 'data'))).toBe('y');
});
