/** `npm start` with a display and Electron (build/run.mjs decides). */
import { bundleIfChanged } from '../steps/bundle.ts';
import { run } from '../steps/command.ts';
import { appArguments, runtime } from '../steps/electron-command.ts';

await bundleIfChanged();
process.exit(await run(runtime().executable, [...appArguments(), ...process.argv.slice(2)]));
