import path from 'node:path';
import { defineConfig } from 'playwright/test';

/** Drives the real window. One worker: each test starts an Electron of its own on a small machine. */
export default defineConfig({
  testDir: path.join(import.meta.dirname, 'e2e'),
  outputDir: path.join(import.meta.dirname, 'results/e2e'),
  workers: 1,
  timeout: 180_000, // for what hangs: a machine shared with others may be many times slower
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: path.join(import.meta.dirname, 'results/e2e.json') }]],
});
