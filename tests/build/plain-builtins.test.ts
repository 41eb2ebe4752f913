import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { plainBuiltins } from '../../build/plain-builtins.ts';

test('reads only the used exports of a builtin, and leaves text that looks like an import unchanged', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-builtins-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'entry.mjs');
  const text = `import http, { createServer } from 'node:http';
import {
  join,
} from "node:path";
export const found = [http.createServer === createServer, join('a', 'b'), "import x from 'node:fs'"];
`;
  await writeFile(file, text);
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [plainBuiltins()],
    build: { ssr: file, write: false, rollupOptions: { output: { format: 'es' } } },
  });
  if (!('output' in built)) throw new TypeError('expected one output for one entry');
  const { code } = built.output[0];
  expect(code).not.toMatch(/^import/m);
  expect(code).not.toContain('WebSocket');
  const bundled = path.join(folder, 'bundled.mjs');
  await writeFile(bundled, code);
  const { found } = (await import(bundled)) as { readonly found: unknown };
  expect(found).toEqual([true, path.join('a', 'b'), "import x from 'node:fs'"]);
});
