/** `npm start` with a display and Electron (build/run.mjs decides). */
import { bundleIfChanged } from '../steps/bundle.ts';
import { appArguments, runtime } from '../steps/electron-command.ts';
import { runElectron } from '../steps/run-electron.ts';

await bundleIfChanged();
const status = await runElectron(runtime().executable, [...appArguments(), ...process.argv.slice(2)]);
if (status !== undefined) process.exit(status);
console.error('Causeway starts in a browser because Electron ended right after its start; its own message is above.');
await import('./browser.ts');
