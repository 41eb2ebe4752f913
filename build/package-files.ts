import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const fileUrl = /import\.meta\.resolve\('(@[\w./-]+\.(?:woff2|wasm))'\)/g;

/** Bundles the fonts and WebAssembly files that the sources name as `import.meta.resolve('….woff2')`, which also works unbundled. */
export function packageFiles(): Plugin {
  return {
    name: 'package-files',
    enforce: 'pre',
    transform(code) {
      if (!code.includes('import.meta.resolve(')) return null;
      const bundled = code.replaceAll(fileUrl, (_, name: string) => {
        const source = readFileSync(fileURLToPath(import.meta.resolve(name)));
        return `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: path.basename(name), source })}`;
      });
      return { code: bundled, map: null };
    },
  };
}
