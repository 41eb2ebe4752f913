/** `npm start` where there is a display and an Electron (build/run.mjs chooses). */
import { bundleIfChanged } from '../steps/bundle.ts';
import { run } from '../steps/command.ts';
import { appWords, runtime } from '../steps/electron-command.ts';

await bundleIfChanged();
process.exit(await run(runtime().executable, [...appWords(), ...process.argv.slice(2)]));
