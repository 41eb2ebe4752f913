import { expect, test } from 'vitest';
import { sideBySide } from '../../build/steps/side-by-side.ts';

test('all is done once, so many at a time and no more, and the outcomes keep their order', async () => {
  let [now, most] = [0, 0];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const works = ends.map(({ promise }, index) => async () => {
    most = Math.max(most, (now += 1));
    if (index % 2 === 0) ends[index + 1]?.resolve(); // those with an even number end only after the one behind them began
    else await promise;
    now -= 1;
    return index;
  });
  expect(await sideBySide(works, 2)).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
});

test('what is thrown is not taken for done', async () => {
  const works = [async () => 1, () => Promise.reject(new Error('broken'))];
  await expect(sideBySide(works, 2)).rejects.toThrow('broken');
});
