import { expect, test } from 'vitest';
import { createDisposer } from '../../../electron/core/shared/disposer.ts';

test('closes in reverse order, one after the other, each once, whatever throws', async () => {
  const closed: string[] = [];
  const errors: unknown[] = [];
  const disposer = createDisposer((error) => errors.push(error));
  disposer.add(() => void closed.push('first'));
  disposer.add(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    closed.push('second');
  });
  disposer.add(() => {
    throw new Error('third');
  });
  await Promise.all([disposer.dispose(), disposer.dispose()]);
  expect(closed).toEqual(['second', 'first']);
  expect(errors).toEqual([new Error('third')]);
});
