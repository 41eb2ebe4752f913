import { expect, test } from 'vitest';
import { createSemaphore } from '../../../electron/core/upstream/semaphore.ts';

const never = new AbortController().signal;

test('lets only some run at once, in order, and the next one after a release', async () => {
  const semaphore = createSemaphore(2);
  const begun: number[] = [];
  const take = async (number: number): Promise<() => void> => {
    const end = await semaphore.acquire(never);
    begun.push(number);
    return end;
  };
  const [first, , third] = [take(1), take(2), take(3), take(4)];
  const endFirst = await first;
  expect(begun).toEqual([1, 2]);
  endFirst();
  endFirst(); // releases its own permit only once
  await third;
  expect(begun).toEqual([1, 2, 3]);
});

test('forgets who gives up while waiting', async () => {
  const semaphore = createSemaphore(1);
  const end = await semaphore.acquire(never);
  const abort = new AbortController();
  const given = semaphore.acquire(abort.signal);
  const next = semaphore.acquire(never);
  abort.abort(new Error('given up'));
  await expect(given).rejects.toThrow('given up');
  end();
  await next;
});
