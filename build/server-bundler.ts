import path from 'node:path';
import { build, type Plugin } from 'vite';
import packageJson from '../package.json' with { type: 'json' };
import { packageFiles } from './package-files.ts';
import { plainBuiltins } from './plain-builtins.ts';
import { rendererConfig } from './renderer-config.ts';
import { root } from './set-up/places.mjs';
import { startChunk } from './start-chunk.ts';
import { workerEntries } from './worker-entries.ts';

/** Builds the server without Electron into `main` and `renderer` of a folder. All packages are bundled. */
export async function bundleServer(folder: string, plugins: readonly Plugin[]): Promise<void> {
  const quiet = { configFile: false, logLevel: 'warn', publicDir: false } as const;
  await build({
    ...quiet,
    root,
    plugins: [workerEntries(), packageFiles(), plainBuiltins(), packagedKeytar(), ...plugins],
    define: {
      __VERSION__: JSON.stringify(packageJson.version),
      // Bundled CommonJS code uses these names, which modules don't have.
      __dirname: 'import.meta.dirname',
      __filename: 'import.meta.filename',
    },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      emitAssets: true, // fonts of exports, and PDFium
      target: 'node24',
      outDir: path.join(folder, 'main'),
      minify: true,
      rollupOptions: {
        checks: { bundlerTimings: false },
        input: { server: path.join(root, 'electron/server.ts') },
        external: ['cpu-features', /\.node$/], // optional parts of ssh2
        output: {
          format: 'es',
          codeSplitting: startChunk,
          chunkFileNames: '[name]-[hash].js',
          charset: 'ascii', // one other character would make V8 use two bytes for each
          comments: false, // licences are in a separate file
        },
      },
    },
  });
  const pages = rendererConfig(path.join(folder, 'renderer'));
  await build({ ...quiet, ...pages, base: './', plugins: [...pages.plugins, ...plugins], worker: { plugins: () => [...plugins] } });
}

/** Replaces the keytar package with its native part, which is packaged per platform. */
function packagedKeytar(): Plugin {
  const module = '\0packaged-keytar';
  return {
    name: 'packaged-keytar',
    enforce: 'pre',
    resolveId: (id) => (id === 'keytar' ? module : null),
    load: (id) =>
      id === module
        ? `import { createRequire } from 'node:module';
export default createRequire(import.meta.url)(\`../native/\${process.platform}-\${process.arch}/keytar.node\`);`
        : null,
  };
}
