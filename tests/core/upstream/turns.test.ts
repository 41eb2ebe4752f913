import { expect, test } from 'vitest';
import { createTurns } from '../../../electron/core/upstream/turns.ts';

const never = new AbortController().signal;

test('lets only some run at once, in order, and the next one when a turn has ended', async () => {
  const turns = createTurns(2);
  const begun: number[] = [];
  const take = async (number: number): Promise<() => void> => {
    const end = await turns.take(never);
    begun.push(number);
    return end;
  };
  const [first, , third] = [take(1), take(2), take(3), take(4)];
  const endFirst = await first;
  expect(begun).toEqual([1, 2]);
  endFirst();
  endFirst(); // ends the same turn, not another one
  await third;
  expect(begun).toEqual([1, 2, 3]);
});

test('forgets who gives up while waiting', async () => {
  const turns = createTurns(1);
  const end = await turns.take(never);
  const abort = new AbortController();
  const given = turns.take(abort.signal);
  const next = turns.take(never);
  abort.abort(new Error('given up'));
  await expect(given).rejects.toThrow('given up');
  end();
  await next;
});
