/**
 * `npm run soak`: repeats the crash and fuzz tests of `npm test` many times, then uses the program for an hour while it meets faults.
 * `-- use MINUTES [SEED]` does only the latter.
 */
import { bundleIfChanged } from '../steps/bundle.ts';
import { binary, run } from '../steps/command.ts';

const [part, ...args] = process.argv.slice(2);
const vitest = [binary('vitest/vitest.mjs'), 'run', '--config=tests/vitest.config.ts', '--testTimeout=7200000'];
const repeat = async (): Promise<number> => {
  const kills = await run(process.execPath, [...vitest, '--project=integration', 'tests/integration/history'], { HISTORY_KILLS: '200' });
  const runs = await run(process.execPath, [...vitest, '--project=integration', 'tests/integration/runs/kill.test.ts'], {
    RUN_KILLS: '200',
  });
  const fuzz = await run(process.execPath, [...vitest, '--project=unit', 'tests/core/fuzz'], { FUZZ_INPUTS: '100000' });
  return kills || runs || fuzz;
};
const repeated = part === 'use' ? 0 : await repeat();
await bundleIfChanged();
const used = await run(process.execPath, ['tests/soak/use.ts', ...args]);
process.exit(repeated || used);
