/** Program: downloads the pinned Electron into its own per-user cache, and unpacks it. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './places.mjs';
import { printDownload } from './progress.mjs';

const electron = path.join(root, 'node_modules/electron');
const fromElectron = createRequire(path.join(electron, 'package.json'));

try {
  const { downloadArtifact } = await import(pathToFileURL(fromElectron.resolve('@electron/get')).href);
  await downloadArtifact({
    version: fromElectron('./package.json').version,
    artifactName: 'electron',
    checksums: fromElectron('./checksums.json'),
    platform: process.platform,
    arch: process.arch,
    downloadOptions: {
      quiet: true,
      getProgressCallback: async ({ transferred, total }) => printDownload(transferred, total),
    },
  });
  fromElectron('./install.js'); // finds the archive in the cache and unpacks it
} catch (error) {
  console.error(`set-up: ${error.cause?.message ?? error.message}`);
  process.exit(1);
}
