import { chromium, type Browser } from 'playwright';
import { findChromium } from '../../build/steps/find-chromium.ts';

/** Starts the Chromium of this machine. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium: run `npm run set-up`.');
  const rootSwitches = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...rootSwitches, '--disable-gpu', '--disable-background-networking', '--no-first-run'] });
}
