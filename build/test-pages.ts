import path from 'node:path';
import type { Plugin } from 'vite';
import { root } from './set-up/places.mjs';

/** Pages that only tests open, with their scripts. */
const scripts = { gallery: 'tests/gallery/main.tsx', bench: 'tests/bench/page/main.tsx' } as const;

/** Builds the pages that only tests open beside those of the program, so that both shells serve them in the same way. */
export function testPages(): Plugin {
  const pages = new Map(Object.entries(scripts).map(([name, script]) => [path.join(root, `renderer/${name}.html`), pageOf(name, script)]));
  return {
    name: 'test-pages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: { rollupOptions: { input: Object.fromEntries([...pages.keys()].map((file) => [path.parse(file).name, file])) } },
    }),
    resolveId: (id) => (pages.has(id) ? id : null),
    load: (id) => pages.get(id) ?? null,
  };
}

function pageOf(name: string, script: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Test page: ${name}</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="../${script}"></script>
  </body>
</html>
`;
}
