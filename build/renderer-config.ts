import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { root } from './set-up/places.mjs';

/** The pages of the program, and those that only tests look at: every primitive, and how fast answers are drawn. */
export const productPages = ['index', 'approvals', 'mermaid'] as const;
export const testPages = ['gallery', 'bench'] as const;

/** How pages of the window are built into a folder. */
export function rendererConfig(pages: readonly string[], outDir: string) {
  return {
    root: path.join(root, 'renderer'),
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      minify: true,
      modulePreload: { polyfill: false },
      // Electron's Chromium and the browsers of the day; from these on, light-dark() stays as it is written
      target: 'es2022',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      assetsInlineLimit: 0, // the content security policy allows fonts and pictures from files only
      chunkSizeWarningLimit: 2000, // in kB: pages come from this very computer
      rollupOptions: {
        checks: { bundlerTimings: false },
        input: Object.fromEntries(pages.map((page) => [page, path.join(root, `renderer/${page}.html`)])),
      },
    },
  } satisfies UserConfig;
}
