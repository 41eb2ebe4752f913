import path from 'node:path';
import type { Plugin } from 'vite';

const workerUrl = /new URL\(['"](\.\/[\w-]+-worker)\.ts['"], import\.meta\.url\)/g;

/**
 * Bundles the code of each worker thread into a file of its own. The sources name it as
 * `new URL('./x-worker.ts', import.meta.url)`, because that also works unbundled.
 */
export function workerEntries(): Plugin {
  return {
    name: 'worker-entries',
    enforce: 'pre', // before Vite's own resolveFileUrl, which is for web pages
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
