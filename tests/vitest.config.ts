import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { waitOptions } from './support/wait-options.ts';

const root = path.resolve(import.meta.dirname, '..');
const cores = availableParallelism();
const order = ['unit', 'architecture', 'integration', 'integration-alone', 'dist'] as const;
/** Files that measure memory. */
const measuring = ['tests/integration/tunnel/transfer.test.ts', 'tests/integration/runs/table-memory.test.ts'];

/**
 * Plain Node suites. `unit` mirrors the sources and is fast; the others need real servers or whole tools. Every file has its own
 * folders, ports and servers, so that files run side by side; those of `integration` mostly wait, so that there are more than cores.
 * Those that measure run after them, one at a time. Files of `unit` share their workers: a new one for each took a third of its time. The limits are for what hangs: no machine in use should ever come near them.
 */
export default defineConfig({
  cacheDir: path.join(root, 'build/out/cache'), // not in node_modules, where it would be in the way of npm ci
  test: {
    root,
    projects: [
      suite('unit', {
        include: ['tests/{browser,build,command-line,core,headless,host,renderer,shell,support}/**/*.test.ts'],
        maxWorkers: cores,
        isolate: false,
      }),
      suite('architecture', { testTimeout: 300_000 }),
      suite('integration', { exclude: measuring, maxWorkers: 2 * cores }),
      suite('integration-alone', { include: measuring, maxWorkers: 1 }),
      suite('dist', { testTimeout: 300_000, hookTimeout: 300_000 }),
    ],
  },
});

/** A suite in a folder of its name; where several are run, one after the other. */
function suite(name: (typeof order)[number], options: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    test: {
      root,
      name,
      include: [`tests/${name}/**/*.test.ts`],
      sequence: { groupOrder: order.indexOf(name) },
      testTimeout: 240_000,
      hookTimeout: 120_000,
      expect: { poll: waitOptions },
      chaiConfig: { truncateThreshold: 2000 }, // a failure elsewhere is known only by its message
      ...options,
    },
  };
}
