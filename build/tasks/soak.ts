/** `npm run soak`: what `npm test` does a few times, many times over. */
import { binary, run } from '../steps/command.ts';

const kills = '200';
const words = [binary('vitest/vitest.mjs'), 'run', '--config=tests/vitest.config.ts', '--project=integration', 'tests/integration/history'];
process.exit(await run(process.execPath, [...words, '--testTimeout=3600000'], { HISTORY_KILLS: kills }));
