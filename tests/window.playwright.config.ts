import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'playwright/test';

/** Drives the whole program but for Electron, in a Chromium window. Each test has a core, a profile and ports of its own, so that they run side by side. */
export default defineConfig({
  testDir: path.join(import.meta.dirname, 'window'),
  outputDir: path.join(import.meta.dirname, 'results/window'),
  fullyParallel: true,
  workers: availableParallelism(),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: path.join(import.meta.dirname, 'results/window.json') }]],
});
