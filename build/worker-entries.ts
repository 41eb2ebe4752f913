import path from 'node:path';
import type { Plugin } from 'vite';

const workerUrl = /new URL\(['"](\.\/[\w-]+-worker)\.ts['"], import\.meta\.url\)/g;

/**
 * A worker thread's code is a file of its own, wherever the bundler puts the code that starts it. The sources
 * name it as `new URL('./x-worker.ts', import.meta.url)`, which is true as it stands when they run unbundled.
 */
export function workerEntries(): Plugin {
  return {
    name: 'worker-entries',
    enforce: 'pre', // before Vite's own answer to resolveFileUrl, which is for web pages
    transform(code, id) {
      if (!code.includes('-worker.ts')) return null;
      const bundled = code.replaceAll(workerUrl, (_, name: string) => {
        const reference = this.emitFile({ type: 'chunk', id: path.resolve(path.dirname(id), `${name}.ts`), name: path.basename(name) });
        return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
      });
      return { code: bundled, map: null };
    },
    resolveFileUrl: ({ relativePath }) => `new URL(${JSON.stringify(relativePath)}, import.meta.url).href`,
  };
}
