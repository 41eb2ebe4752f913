/** `npm run headless -- --profile NAME|FILE`: runs Causeway without a window, from the sources. */
import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { startServer } from '../../electron/start-server.ts';
import { root } from '../set-up/places.mjs';
import { bundleIfChanged } from '../steps/bundle.ts';

const args = ['--headless', ...process.argv.slice(2)];
if (args.includes('--browser')) await bundleIfChanged();
process.exit(await startServer(packageJson.version, path.join(root, 'build/out/renderer'), args));
