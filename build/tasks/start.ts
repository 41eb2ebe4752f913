import { bundle } from '../steps/bundle.ts';
import { run } from '../steps/command.ts';
import { appWords, runtime, withDisplay } from '../steps/electron-command.ts';

await bundle();
const { executable } = runtime();
const { command, words } = withDisplay(executable, [...appWords(), ...process.argv.slice(2)]);
if (command !== executable) console.error('There is no display here, so Causeway runs on a virtual one where nobody sees it.');
process.exit(await run(command, words));
