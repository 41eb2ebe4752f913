import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findLeftOut } from '../build/steps/other-systems.ts';
import { readTestSelection } from '../build/steps/test-selection.ts';
import { waitOptions } from './support/wait-options.ts';

const root = path.resolve(import.meta.dirname, '..');
const cores = availableParallelism();
const order = ['unit', 'architecture', 'integration', 'integration-alone', 'dist'] as const;
const unitFolders = ['browser', 'build', 'command-line', 'core', 'headless', 'host', 'renderer', 'shell', 'support'];
/** Files that measure memory. */
const measuring = ['tests/integration/tunnel/transfer.test.ts', 'tests/integration/runs/table-memory.test.ts'];

const { isQuick, isFresh } = readTestSelection();
/** Marks a file that `npm test` leaves to `npm test -- all`, because it takes long. */
const longTag = 'long';

/**
 * Plain Node suites. `unit` mirrors the sources and is fast; the others need real servers or whole tools. Every file has its own
 * folders, ports and servers, so that files run side by side; those of `integration` mostly wait, so that there are more than cores.
 * Those that measure run after them, one at a time. Files of `unit` share their workers: a new one for each took a third of its time.
 * The limits are for what hangs: no machine in use should ever come near them.
 */
export default defineConfig({
  cacheDir: path.join(root, 'build/out/cache'), // not in node_modules, where it would be in the way of npm ci
  test: {
    root,
    tags: [{ name: longTag, description: 'Not in the quick selection of `npm test`.' }],
    projects: [
      suite('unit', {
        include: [`tests/{${unitFolders.join(',')}}/**/*.test.ts`],
        exclude: leftOut(...unitFolders),
        maxWorkers: cores,
        isolate: isFresh,
      }),
      suite('architecture', { testTimeout: 300_000 }),
      suite('integration', {
        exclude: [...measuring, ...(isQuick ? longFiles('integration') : []), ...leftOut('integration')],
        maxWorkers: 2 * cores,
      }),
      suite('integration-alone', { include: isQuick ? [] : measuring, maxWorkers: 1 }),
      suite('dist', { testTimeout: 300_000, hookTimeout: 300_000 }),
    ],
  },
});

/** Returns the files that this system leaves out. */
function leftOut(...folders: readonly string[]): string[] {
  return findLeftOut(folders).map(({ file }) => file);
}

/** Returns the files of a suite with the tag at their beginning. */
function longFiles(folder: string): readonly string[] {
  const files = readdirSync(path.join(import.meta.dirname, folder), { recursive: true }).map((file) => `tests/${folder}/${String(file)}`);
  return files.filter(
    (file) => file.endsWith('.test.ts') && readFileSync(path.join(root, file), 'utf8').startsWith(`/** @module-tag ${longTag} */`),
  );
}

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
