import { expect, test } from 'vitest';
import { createReachLimit } from '../../../../electron/core/tunnel/openssh/reach-limit.ts';
import { createManualClock } from '../manual-clock.ts';

test('kills an ssh that takes much longer to connect than before, but not endlessly', async () => {
  const { timers, move, pending } = createManualClock();
  const limit = createReachLimit();
  let killed = 0;
  const attempt = async (): Promise<boolean> => {
    const watched = limit.start(
      timers,
      () => false,
      () => (killed += 1),
    );
    await move(1000);
    return watched.end();
  };
  expect(await attempt(), 'nothing is known of how long it takes').toBe(false);
  limit.record(50);
  const ended: boolean[] = [];
  for (let count = 0; count < 10; count += 1) ended.push(await attempt());
  expect(ended, 'the ninth may take its time').toEqual([...Array.from({ length: 8 }, () => true), false, true]);
  expect(killed).toBe(9);
  expect(pending()).toBe(0);
});

test('leaves an ssh alone when it is connected, or the link is as slow as before', async () => {
  const { timers, move } = createManualClock();
  const limit = createReachLimit();
  limit.record(1000);
  const slow = limit.start(
    timers,
    () => false,
    () => undefined,
  );
  await move(3999);
  expect(slow.end()).toBe(false);
  const connected = limit.start(
    timers,
    () => true,
    () => undefined,
  );
  await move(10_000);
  expect(connected.end()).toBe(false);
});
