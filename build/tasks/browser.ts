/** `npm run browser`: Causeway's window served to a browser. */
import path from 'node:path';
import { root } from '../set-up/places.mjs';
import { bundle } from '../steps/bundle.ts';
import { startServer } from '../../electron/start-server.ts';
import packageJson from '../../package.json' with { type: 'json' };

await bundle();
process.exit(await startServer(packageJson.version, path.join(root, 'build/out/renderer'), process.argv.slice(2)));
