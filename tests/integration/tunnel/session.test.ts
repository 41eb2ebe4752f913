import { once } from 'node:events';
import { expect, test } from 'vitest';
import { echoServer, never, stateOf, testRelay, testSshd, testTunnel, transports } from './tunnel-fixture.ts';
import { readBytes } from '../../support/read-until.ts';

test('starts the tunnel at the first dial and transfers bytes both ways', async () => {
  const sshd = await testSshd();
  const echo = await echoServer();
  const tunnel = testTunnel(sshd, echo.port, { patience: 30 });
  expect(tunnel.state()).toEqual({ kind: 'idle' });
  const stream = await tunnel.dial({ host: '127.0.0.1', port: echo.port }, never);
  stream.write('hello');
  expect(await readBytes(stream, 5)).toBe('hello');
  stream.end();
  await once(stream, 'close');
  expect(tunnel.counters()).toMatchObject({ received: 5, sent: 5, openChannels: 0, reconnects: 0 });
  tunnel.stop();
  await stateOf(tunnel, 'stopped');
  expect(tunnel.history().map(({ state }) => state.kind)).toEqual([
    'connecting',
    'connecting',
    'waiting-for-user',
    'connecting',
    'connecting',
    'ready',
    'stopped',
  ]);
});

test.each(transports)('over %s measures the round trip to the instance, without the start of a new process', async (over) => {
  const sshd = await testSshd();
  const relay = await testRelay(sshd.port, 20);
  const echo = await echoServer();
  const tunnel = testTunnel(sshd, echo.port, { over, hop: { port: relay.port, keepaliveMs: 5000 } });
  await tunnel.ready(never);
  await expect.poll(() => tunnel.counters().roundTripMs).toBeGreaterThanOrEqual(39);
});
