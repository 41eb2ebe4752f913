import { expect, test } from 'vitest';
import { echoServer, never, testRelay, testSshd, testTunnel, transports } from './tunnel-fixture.ts';

test.each(transports)('over %s measures the round trip to the instance, without the start of a new process', async (over) => {
  const sshd = await testSshd();
  const relay = await testRelay(sshd.port, 20);
  const echo = await echoServer();
  const tunnel = testTunnel(sshd, echo.port, { over, hop: { port: relay.port, keepaliveMs: 5000 } });
  await tunnel.ready(never);
  await expect.poll(() => tunnel.counters().roundTripMs).toBeGreaterThanOrEqual(39);
});
