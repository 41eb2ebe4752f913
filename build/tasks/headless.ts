/** `npm run headless -- --profile NAME|FILE`: runs Causeway without a window, from the sources. `-- launch PROGRAM` starts a program with it. */
import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { startServer } from '../../electron/start-server.ts';
import { root } from '../set-up/places.mjs';
import { bundleIfChanged } from '../steps/bundle.ts';

const own = process.argv.slice(2);
const args = own[0] === 'launch' ? own : ['--headless', ...own];
// npm runs this in the sources' folder, but the program belongs into the user's
if (own[0] === 'launch') process.chdir(process.env['INIT_CWD'] ?? '.');
if (args.includes('--browser')) await bundleIfChanged();
process.exit(await startServer(packageJson.version, path.join(root, 'build/out/renderer'), args));
