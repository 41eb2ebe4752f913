import { hasDisplay } from '../set-up/choose-shell.mjs';
import { electronRuntime } from '../set-up/electron-runtime.mjs';
import { root } from '../set-up/places.mjs';

/** Returns the Electron that the set-up installed and that can open a window. */
export function runtime(): { readonly executable: string; readonly dist: string; readonly version: string; readonly isOfficial: boolean } {
  const found = electronRuntime();
  if (!found) throw new Error('No usable Electron: run `npm run set-up`.');
  return found;
}

/** Returns --no-sandbox for root, which Chromium's sandbox doesn't support. For development only. */
export function rootSwitches(): readonly string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/** Wraps a command so that it has a display: the user's own, or a virtual one. */
export function withDisplay(command: string, args: readonly string[]): { readonly command: string; readonly args: readonly string[] } {
  if (process.platform !== 'linux' || hasDisplay()) return { command, args };
  return { command: 'xvfb-run', args: ['-a', '-s', '-screen 0 1600x1000x24', command, ...args] };
}

/** Returns the arguments that start our own build on Electron. */
export function appArguments(): readonly string[] {
  return [...rootSwitches(), root];
}
