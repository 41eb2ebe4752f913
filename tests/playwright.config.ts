import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'playwright/test';
import { findLeftOut } from '../build/steps/other-systems.ts';
import { readTestSelection } from '../build/steps/test-selection.ts';
import { tags } from './support/window-runner.ts';
import { hasDisplay } from './support/x-display.ts';

const { isQuick } = readTestSelection();

/** Drives the desktop program. Most tests start one of their own. */
export default defineConfig({
  testDir: path.join(import.meta.dirname, 'e2e'),
  testIgnore: findLeftOut(['e2e']).map(({ file }) => `**/${file}`),
  outputDir: path.join(import.meta.dirname, 'results/e2e'),
  fullyParallel: true,
  workers: hasDisplay() ? 1 : availableParallelism(), // one display has one focus and one clipboard
  ...(isQuick ? { grep: new RegExp(tags.quick) } : {}),
  timeout: 180_000, // for what hangs: a machine shared with others may be many times slower
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: path.join(import.meta.dirname, 'results/e2e.json') }]],
});
