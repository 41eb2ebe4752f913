import { once } from 'node:events';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTimer, systemTimers } from '../../../electron/core/tunnel/timers.ts';
import { createManualClock } from './manual-clock.ts';

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

test('fires again at the same time after the clock was set back (catches a timer that is never set again)', async () => {
  const { clock, timers, move, sleep } = createManualClock();
  let fired = 0;
  const timer = createTimer(clock, timers, () => (fired += 1));
  expect([timer.set(1000), timer.set(1000)]).toEqual([true, false]);
  await move(1000);
  sleep(-500);
  expect(timer.set(1000)).toBe(true);
  await move(499);
  expect(fired).toBe(1);
  await move(1);
  expect(fired).toBe(2);
});

function pause(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
