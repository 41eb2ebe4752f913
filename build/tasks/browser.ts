/** `npm run browser`, and `npm start` without Electron: serves the built window to a browser. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../set-up/places.mjs';
import { bundleIfChanged } from '../steps/bundle.ts';

await bundleIfChanged();
// in this process, so that no signals need to be forwarded
await import(pathToFileURL(path.join(root, 'build/out/main/server.js')).href);
