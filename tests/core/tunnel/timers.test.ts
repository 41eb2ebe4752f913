import { once } from 'node:events';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemTimers } from '../../../electron/core/tunnel/timers.ts';

test('reads what arrived during a pause before a limit ends (catches a live connection taken for a silent one)', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1');
  const [peer] = (await once(server, 'connection')) as [net.Socket];
  onTestFinished(() => {
    socket.destroy();
    peer.destroy();
    server.close();
  });
  const order: string[] = [];
  const limit = Promise.withResolvers<void>();
  systemTimers.after(50, () => {
    order.push('limit');
    limit.resolve();
  });
  socket.once('data', () => order.push('answer'));
  peer.write('answer');
  pause(200);
  await limit.promise;
  expect(order).toEqual(['answer', 'limit']);
});

function pause(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
