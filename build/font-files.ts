import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const fontUrl = /import\.meta\.resolve\('(@fontsource[\w./-]+\.woff2)'\)/g;

/** Bundles the fonts that the sources name as `import.meta.resolve('….woff2')`, which also works unbundled. */
export function fontFiles(): Plugin {
  return {
    name: 'font-files',
    enforce: 'pre',
    transform(code) {
      if (!code.includes('.woff2')) return null;
      const bundled = code.replaceAll(fontUrl, (_, name: string) => {
        const source = readFileSync(fileURLToPath(import.meta.resolve(name)));
        return `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: path.basename(name), source })}`;
      });
      return { code: bundled, map: null };
    },
  };
}
