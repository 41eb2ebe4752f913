/** `npm run browser`, and `npm start` where Electron is not to be had: the window served to a browser, as it is built. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../set-up/places.mjs';
import { bundleIfChanged } from '../steps/bundle.ts';

await bundleIfChanged();
// in this very process: one less to pass signals on to
await import(pathToFileURL(path.join(root, 'build/out/main/server.js')).href);
