import { expect, test } from 'vitest';
import { sideBySide } from '../../build/steps/side-by-side.ts';

test('runs each task once within the limit, and returns the results in order', async () => {
  let [running, maxRunning] = [0, 0];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const tasks = ends.map(({ promise }, index) => async () => {
    maxRunning = Math.max(maxRunning, (running += 1));
    if (index % 2 === 0) ends[index + 1]?.resolve(); // even-numbered tasks release the next one, which waits until then
    else await promise;
    running -= 1;
    return index;
  });
  expect(await sideBySide(tasks, 2)).toEqual([0, 1, 2, 3, 4]);
  expect(maxRunning).toBe(2);
});

test('rejects if a task throws', async () => {
  const tasks = [async () => 1, () => Promise.reject(new Error('broken'))];
  await expect(sideBySide(tasks, 2)).rejects.toThrow('broken');
});
