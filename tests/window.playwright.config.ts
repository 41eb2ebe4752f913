import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'playwright/test';
import { electronRuntime } from '../build/set-up/electron-runtime.mjs';
import { findChromium } from '../build/steps/find-chromium.ts';
import { hasDisplay } from './support/own-display.ts';
import { chromiumTag, type WindowPlace } from './support/window-place.ts';

/** On other systems the keychain is the user's own, and no second one can be had for a test. */
const isInElectron = process.platform === 'linux' && electronRuntime() !== undefined;
const marked = new RegExp(chromiumTag);

/**
 * Drives the real window where an Electron can be had, else the whole program but for Electron in a Chromium window.
 * Each test has a program, a profile and ports of its own, so that they run side by side.
 */
export default defineConfig<WindowPlace>({
  testDir: path.join(import.meta.dirname, 'window'),
  outputDir: path.join(import.meta.dirname, 'results/window'),
  fullyParallel: true,
  workers: availableParallelism(),
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: path.join(import.meta.dirname, 'results/window.json') }]],
  projects: isInElectron
    ? [
        // one display has one clipboard
        { name: 'electron', use: { runsIn: 'electron' }, grepInvert: marked, ...(hasDisplay() ? { workers: 1 } : {}) },
        ...(findChromium() === undefined ? [] : [{ name: 'chromium', grep: marked }]),
      ]
    : [{ name: 'chromium' }],
});
