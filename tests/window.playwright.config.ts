import path from 'node:path';
import { defineConfig } from 'playwright/test';

/** Drives the whole program but for Electron, in a Chromium window. One worker: each test has a core of its own on a small machine. */
export default defineConfig({
  testDir: path.join(import.meta.dirname, 'window'),
  outputDir: path.join(import.meta.dirname, 'results/window'),
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: path.join(import.meta.dirname, 'results/window.json') }]],
});
