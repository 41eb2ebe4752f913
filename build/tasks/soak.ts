/** `npm run soak`: repeats the crash and fuzz tests of `npm test` many times. */
import { binary, run } from '../steps/command.ts';

const vitest = [binary('vitest/vitest.mjs'), 'run', '--config=tests/vitest.config.ts', '--testTimeout=7200000'];
const kills = await run(process.execPath, [...vitest, '--project=integration', 'tests/integration/history'], { HISTORY_KILLS: '200' });
const runs = await run(process.execPath, [...vitest, '--project=integration', 'tests/integration/runs/kill.test.ts'], { RUN_KILLS: '200' });
const fuzz = await run(process.execPath, [...vitest, '--project=unit', 'tests/core/fuzz'], { FUZZ_INPUTS: '100000' });
process.exit(kills || runs || fuzz);
