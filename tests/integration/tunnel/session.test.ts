import { once } from 'node:events';
import { expect, test } from 'vitest';
import { echoServer, never, stateOf, testSshd, testTunnel } from './tunnel-fixture.ts';

test('the first dial starts the tunnel and carries bytes both ways', async () => {
  const sshd = await testSshd();
  const echo = await echoServer();
  const tunnel = testTunnel(sshd, echo.port);
  expect(tunnel.state()).toEqual({ kind: 'idle' });
  const stream = await tunnel.dial({ host: '127.0.0.1', port: echo.port }, never);
  stream.write('hello');
  const [heard] = (await once(stream, 'data')) as [Buffer];
  expect(heard.toString()).toBe('hello');
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
