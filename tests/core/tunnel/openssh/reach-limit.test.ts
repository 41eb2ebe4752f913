import { expect, test } from 'vitest';
import { createReachLimit } from '../../../../electron/core/tunnel/openssh/reach-limit.ts';
import { createManualClock } from '../manual-clock.ts';

/** The log of an ssh that is trying to connect. */
const unconnected = { connecting: Promise.resolve(), connectMs: () => undefined };

test('kills an ssh that takes much longer to connect than before, and gives some of them more time', async () => {
  const { timers, move, pending } = createManualClock();
  const limit = createReachLimit();
  /** Returns after how many seconds it was killed. */
  const attempt = async (): Promise<number | undefined> => {
    let killedAfter: number | undefined;
    let seconds = 0;
    const watched = limit.start(timers, unconnected, () => (killedAfter = seconds));
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
  const slow = limit.start(timers, unconnected, () => undefined);
  await move(3999);
  expect(slow.end()).toBe(false);
  const connected = limit.start(timers, { ...unconnected, connectMs: () => 50 }, () => undefined);
  await move(10_000);
  expect(connected.end()).toBe(false);
});

test('counts from when ssh connects (catches an ssh that is killed because the machine starts it slowly)', async () => {
  const { timers, move, pending } = createManualClock();
  const limit = createReachLimit();
  limit.record(50);
  const connecting = Promise.withResolvers<void>();
  let isKilled = false;
  const watched = limit.start(timers, { ...unconnected, connecting: connecting.promise }, () => (isKilled = true));
  await move(5000);
  expect(isKilled).toBe(false);
  connecting.resolve();
  await move(699);
  expect(isKilled).toBe(false);
  await move(1);
  expect([isKilled, watched.end()]).toEqual([true, true]);

  const ended = Promise.withResolvers<void>();
  expect(limit.start(timers, { ...unconnected, connecting: ended.promise }, () => undefined).end()).toBe(false);
  ended.resolve();
  await move(0);
  expect(pending(), 'none starts after the end').toBe(0);
});
