import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSemaphore, type Permit } from '../../../electron/core/upstream/semaphore.ts';

const never = new AbortController().signal;

test('lets only some run at once, in order, and the next one after a release', async () => {
  const semaphore = createSemaphore(2, () => 0);
  const begun: number[] = [];
  const take = async (number: number): Promise<Permit> => {
    const permit = await semaphore.acquire(never);
    begun.push(number);
    return permit;
  };
  const [first, , third] = [take(1), take(2), take(3), take(4)];
  const permit = await first;
  expect(begun).toEqual([1, 2]);
  permit.release();
  permit.release(); // only once
  permit.fail(new Error('too late to matter'));
  await third;
  expect(begun).toEqual([1, 2, 3]);
});

test('forgets who gives up while waiting', async () => {
  const semaphore = createSemaphore(1, () => 0);
  const permit = await semaphore.acquire(never);
  const abort = new AbortController();
  const given = semaphore.acquire(abort.signal);
  const next = semaphore.acquire(never);
  abort.abort(new Error('given up'));
  await expect(given).rejects.toThrow('given up');
  permit.release();
  await next;
});

test('fails who has waited as long as the failed one, and lets a later one try', async () => {
  let time = 0;
  const semaphore = createSemaphore(1, () => time);
  const permit = await semaphore.acquire(never);
  time = 5; // a moment later
  const earlier = [semaphore.acquire(never), semaphore.acquire(never)];
  time = 60_000;
  const later = semaphore.acquire(never);
  time = 180_000;
  permit.fail(new Error('the route is down'));
  for (const each of earlier) await expect(each).rejects.toThrow('the route is down');
  (await later).release();
});

// catches hundreds of requests that fail because one of many connections couldn't be made
test('fails nobody for one failure while others may succeed, and uses its place again after a success', async () => {
  const semaphore = createSemaphore(2, () => 0);
  const [first, second] = await Promise.all([semaphore.acquire(never), semaphore.acquire(never)]);
  const begun: number[] = [];
  const waiting = [3, 4, 5].map(async (number) => {
    const permit = await semaphore.acquire(never);
    begun.push(number);
    return permit;
  });
  first.fail(new Error('refused once'));
  await turn();
  expect(begun).toEqual([]);
  second.release();
  await Promise.all(waiting.slice(0, 2));
  expect(begun).toEqual([3, 4]);
  for (const permit of await Promise.all(waiting.slice(0, 2))) permit.fail(new Error('the route is down'));
  await expect(waiting[2]).rejects.toThrow('the route is down');
});
