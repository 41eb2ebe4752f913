import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.resolve(import.meta.dirname, '..');

/** Plain Node suites. `unit` mirrors the sources and is fast; the others need real servers or whole tools. */
export default defineConfig({
  cacheDir: path.join(root, 'build/out/cache'), // not in node_modules, where it would be in the way of npm ci
  test: {
    root,
    projects: [
      { test: { root, name: 'unit', include: ['tests/{core,headless,shell,renderer,build}/**/*.test.ts'], testTimeout: 20_000 } },
      { test: { root, name: 'held', include: ['tests/held/**/*.test.ts'], testTimeout: 120_000 } },
      { test: { root, name: 'integration', include: ['tests/integration/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { root, name: 'dist', include: ['tests/dist/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 } },
    ],
  },
});
