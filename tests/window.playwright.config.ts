import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'playwright/test';
import { electronRuntime } from '../build/set-up/electron-runtime.mjs';
import { findChromium } from '../build/steps/find-chromium.ts';
import { readTestSelection } from '../build/steps/test-selection.ts';
import { tags, type WindowRunner } from './support/window-runner.ts';
import { hasDisplay } from './support/x-display.ts';

/** On other systems the keychain is the user's own, and no second one can be had for a test. */
const isInElectron = process.platform === 'linux' && electronRuntime() !== undefined;
const { isQuick, repeatsAllInElectron } = readTestSelection();
const [quick, both, browserOnly] = [new RegExp(tags.quick), new RegExp(tags.both), new RegExp(tags.browser)];
/** The tests that run in each shell. */
const inElectron = isQuick ? quick : repeatsAllInElectron ? /./ : [quick, both];
const inBrowser = !isQuick ? /./ : isInElectron ? new RegExp(`(?=.*${tags.quick})(?=.*${tags.browser})`) : quick;

/**
 * Drives the window in a browser, and in Electron where there is one. Each test has a core, a profile and a page of its own, so that
 * they run side by side.
 */
export default defineConfig<WindowRunner>({
  testDir: path.join(import.meta.dirname, 'window'),
  outputDir: path.join(import.meta.dirname, 'results/window'),
  fullyParallel: true,
  workers: availableParallelism() + 1, // they wait a third of their time
  timeout: 300_000, // for what hangs: a machine shared with others may be many times slower
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: path.join(import.meta.dirname, 'results/window.json') }]],
  projects: [
    ...(findChromium() === undefined ? [] : [{ name: 'browser', grep: inBrowser }]),
    // one display has one clipboard
    ...(isInElectron
      ? [
          {
            name: 'electron',
            use: { runsIn: 'electron' as const },
            grep: inElectron,
            grepInvert: browserOnly,
            ...(hasDisplay() ? { workers: 1 } : {}),
          },
        ]
      : []),
  ],
});
