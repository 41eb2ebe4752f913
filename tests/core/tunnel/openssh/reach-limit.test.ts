import { expect, test } from 'vitest';
import { createReachLimit } from '../../../../electron/core/tunnel/openssh/reach-limit.ts';
import { createHandClock } from '../hand-clock.ts';

test('an ssh that is not connected long after the time it once took is ended, but not for ever', async () => {
  const { timers, move, pending } = createHandClock();
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

test('one that is connected, or on a link as slow as before, is left alone', async () => {
  const { timers, move } = createHandClock();
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
