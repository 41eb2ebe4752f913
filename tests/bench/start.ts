/**
 * Measures the time from launch to a window that answers an Enter, and the idle memory, in every shell on this machine: the program
 * without a page beside a bare Node server, its page in Chromium beside a bare page, its window in Electron beside a bare window.
 */
import { electronRuntime } from '../../build/set-up/electron-runtime.mjs';
import { findChromium } from '../../build/steps/find-chromium.ts';
import { isShort, report, type Figure } from '../support/bench-report.ts';
import { measureBrowser } from './start/browser.ts';
import { measureElectron } from './start/electron.ts';
import { measureServer } from './start/server.ts';
import { bundleCauseway } from './start/servers.ts';
import type { StartOptions } from './start/start-options.ts';

const bundle = await bundleCauseway();
const options: StartOptions = {
  runs: isShort ? 1 : 9,
  bundle,
  restMs: isShort ? 1500 : 3000, // the server loads its core half a second after it listens
  say: (part, run, samples) =>
    console.log(
      `${part}, run ${run + 1}: ${JSON.stringify(samples, (_, value) => (typeof value === 'number' ? Math.round(value) : value))}`,
    ),
};

const electron = electronRuntime();
const chromium = findChromium();
console.log(
  `Shells here: ${[electron && `Electron ${electron.version}`, chromium, `the server on Node ${process.versions.node}`].filter(Boolean).join(', ')}.`,
);
const figures: Figure[] = [...(await measureServer(options))];
if (chromium !== undefined) figures.push(...(await measureBrowser(options)));
if (electron) figures.push(...(await measureElectron(options)));
report('start', figures);
