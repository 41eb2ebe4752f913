import path from 'node:path';
import { defineConfig } from 'electron-vite';
import packageJson from '../package.json' with { type: 'json' };
import { packageFiles } from './package-files.ts';
import { plainBuiltins } from './plain-builtins.ts';
import { rendererConfig } from './renderer-config.ts';
import { pinnedVersion } from './set-up/electron-runtime.mjs';
import { root } from './set-up/places.mjs';
import { startChunk } from './start-chunk.ts';
import { collectLicences, writeNotices } from './steps/licences.ts';
import { testPages } from './test-pages.ts';
import { workerEntries } from './worker-entries.ts';

const developmentPort = 5179;
const out = path.join(root, 'build/out');
const pages = rendererConfig(path.join(out, 'renderer'));
const licences = collectLicences();
for (const unbundled of ['electron', 'keytar']) licences.add(path.join(root, 'node_modules', unbundled));
const notices = [licences.plugin, writeNotices(licences)];

/** Bundles main process and server (ESM, sharing the core), preload (CommonJS, because a sandboxed one can't be ESM) and window. */
export default defineConfig({
  main: {
    plugins: [workerEntries(), packageFiles(), plainBuiltins(), ...notices],
    define: {
      __OFFICIAL_ELECTRON__: JSON.stringify(pinnedVersion()),
      __UPDATE_KEY__: JSON.stringify(process.env['CAUSEWAY_UPDATE_KEY'] ?? ''),
      __VERSION__: JSON.stringify(packageJson.version),
    },
    build: {
      outDir: path.join(out, 'main'),
      rollupOptions: {
        checks: { bundlerTimings: false }, // slow bundling on a busy machine is no problem
        input: { main: path.join(root, 'electron/main.ts'), server: path.join(root, 'electron/server.ts') },
        // ssh2's optional native parts, which Electron can't load
        external: ['cpu-features', /\.node$/],
        output: { codeSplitting: startChunk },
      },
    },
  },
  preload: {
    plugins: notices,
    build: {
      outDir: path.join(out, 'preload'),
      rollupOptions: {
        input: { preload: path.join(root, 'electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    ...pages,
    plugins: [...pages.plugins, testPages(), ...notices],
    worker: { plugins: () => notices },
    cacheDir: path.join(out, 'cache'),
    // The page's origin is app://causeway, so its hot-reload socket needs the server's address.
    server: {
      host: '127.0.0.1',
      port: developmentPort,
      strictPort: true,
      hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: developmentPort },
    },
  },
});
