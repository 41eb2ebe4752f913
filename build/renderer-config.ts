import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import packageJson from '../package.json' with { type: 'json' };
import { inlineStartStyles } from './inline-start-styles.ts';
import { pageText } from './page-text.ts';
import { root } from './set-up/places.mjs';

/** Pages of the program. */
const pages = ['index', 'mermaid'] as const;

/** Returns the Vite configuration that builds the pages into a folder. */
export function rendererConfig(outDir: string) {
  return {
    root: path.join(root, 'renderer'),
    define: { __RELEASE_NOTES__: JSON.stringify(readNotes()) },
    plugins: [react(), pageText(), inlineStartStyles()],
    build: {
      outDir,
      emptyOutDir: true,
      minify: true,
      modulePreload: { polyfill: false },
      // Electron's Chromium and current browsers; from these versions on, light-dark() is kept as written
      target: 'es2022',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      assetsInlineLimit: 0, // the content security policy allows fonts and pictures from files only
      chunkSizeWarningLimit: 2000, // in kB; pages come from this computer
      rollupOptions: {
        checks: { bundlerTimings: false },
        input: Object.fromEntries(pages.map((page) => [page, path.join(root, `renderer/${page}.html`)])),
      },
    },
  } satisfies UserConfig;
}

/** Returns the release notes of this version, which the window shows once after an update. */
function readNotes(): string {
  const file = path.join(root, 'build/release-notes', `${packageJson.version}.md`);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
