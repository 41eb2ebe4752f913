import { spawnSync } from 'node:child_process';

/** Returns whether the user could see a window: a display is set on Linux, or the login isn't over SSH elsewhere. */
export function hasDisplay(platform = process.platform, env = process.env) {
  if (platform === 'linux') return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  return env.SSH_CONNECTION === undefined;
}

/** Returns { reason, sentence, remedy } if there is no display for Electron's window, not even a virtual one. */
export function displayTrouble({ platform, env, hasVirtualDisplay }) {
  if (platform !== 'linux' || hasDisplay(platform, env) || hasVirtualDisplay()) return undefined;
  return {
    reason: 'there is neither a display nor xvfb-run here',
    sentence: "there is neither a display nor xvfb-run for Electron's window.",
    remedy: 'Install xvfb-run (in the package xvfb, xorg-server-xvfb or xorg-x11-server-Xvfb), then start again.',
  };
}

/** Returns whether xvfb-run, which starts a virtual display, is installed. */
export function hasVirtualDisplay() {
  return spawnSync('xvfb-run', ['--help'], { stdio: 'ignore' }).error === undefined;
}

/**
 * Decides what `npm start` shows the window in: { shell: 'electron' | 'browser', reason }. `electronTrouble` is why Electron
 * isn't available, once it has been tried.
 */
export function chooseShell({ platform, env, args, electronTrouble = '' }) {
  if (args.includes('--browser')) return { shell: 'browser', reason: '--browser asks for it' };
  if (!hasDisplay(platform, env)) return { shell: 'browser', reason: 'there is no display here' };
  if (electronTrouble !== '') return { shell: 'browser', reason: electronTrouble };
  return { shell: 'electron', reason: 'there is a display' };
}
