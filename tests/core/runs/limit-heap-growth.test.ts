import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const moduleUrl = new URL('../../../electron/core/runs/limit-heap-growth.ts', import.meta.url).href;

/** Allocates objects that survive a while, in a process of its own, and returns the size of its new space in MB at the end. */
async function growNewSpace(isLimited: boolean): Promise<number> {
  const script = `
    import v8 from 'node:v8';
    import { limitHeapGrowth } from ${JSON.stringify(moduleUrl)};
    const kept = [];
    for (let index = 0; index < 3_000_000; index += 1) {
      kept.push({ index, text: 'row ' + index });
      if (kept.length > 50_000) kept.splice(0, 25_000);
      if (${isLimited} && index % 10_000 === 0) limitHeapGrowth();
    }
    const { space_size } = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    console.log(space_size / 1024 / 1024);`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-semi-space-size=64',
    '--no-warnings',
    '--input-type=module',
    '--eval',
    script,
  ]);
  return Number(stdout);
}

test('limits the new space (catches a run that takes more memory the longer it is)', async () => {
  const [limited, unlimited] = await Promise.all([growNewSpace(true), growNewSpace(false)]);
  expect(limited).toBeLessThanOrEqual(64);
  expect(unlimited, 'the heap grows without the limit').toBeGreaterThan(limited);
});
