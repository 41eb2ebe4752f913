import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { useBundle, type BundleUse } from '../../build/steps/bundle-lock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A bundle that starts can use, and what they did with it. */
async function fakeBundle(initial: ReturnType<BundleUse['state']>, lockName = 'in-use') {
  const lockFile = path.join(await temporaryFolder(), lockName);
  const done: string[] = [];
  let state = initial;
  const start = async (): Promise<() => void> => {
    const end = await useBundle({
      lockFile,
      state: () => state,
      build: async () => {
        done.push('built');
        state = 'current';
      },
      onKept: () => void done.push('kept'),
    });
    onTestFinished(end);
    return end;
  };
  return { start, done, change: () => void (state = 'outdated') };
}

test('builds a bundle that is missing or outdated, once', async () => {
  const { start, done } = await fakeBundle('missing');
  await start();
  await start();
  expect(done).toEqual(['built']);
});

test('keeps the bundle of a running program, and builds it once that has ended (catches a program that loses its files)', async () => {
  const { start, done, change } = await fakeBundle('current');
  const endFirst = await start();
  change();
  const endSecond = await start();
  expect(done).toEqual(['kept']);
  endSecond();
  endFirst();
  await start();
  expect(done).toEqual(['kept', 'built']);
});

test('builds without a lock where there is none to have (catches a start that fails in a read-only folder)', async () => {
  const { start, done } = await fakeBundle('missing', 'absent/in-use');
  await start();
  expect(done).toEqual(['built']);
});
