import { expect, test } from 'vitest';
import { createReachLimit } from '../../../../electron/core/tunnel/openssh/reach-limit.ts';
import { createManualClock } from '../manual-clock.ts';

test('kills an ssh that takes much longer to connect than before, and gives some of them more time', async () => {
  const { timers, move, pending } = createManualClock();
  const limit = createReachLimit();
  /** Returns after how many seconds it was killed. */
  const attempt = async (): Promise<number | undefined> => {
    let killedAfter: number | undefined;
    let seconds = 0;
    const watched = limit.start(
      timers,
      () => false,
      () => (killedAfter = seconds),
    );
    for (seconds = 1; seconds <= 20; seconds += 1) await move(1000);
    expect(watched.end()).toBe(killedAfter !== undefined);
    return killedAfter;
  };
  expect(await attempt(), 'nothing is known of how long it takes').toBe(undefined);
  limit.record(50);
  const killed: (number | undefined)[] = [];
  for (let count = 0; count < 128; count += 1) killed.push(await attempt());
  expect(killed.slice(0, 9)).toEqual([1, 1, 1, 1, 1, 1, 1, 2, 1]);
  expect(killed.filter((after) => after === 5)).toHaveLength(3);
  expect(killed.at(-1), 'one without a limit').toBe(undefined);
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
