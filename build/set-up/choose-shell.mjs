/** Returns whether the user could see a window: a display is set on Linux, or the login isn't over SSH elsewhere. */
export function hasDisplay(platform = process.platform, env = process.env) {
  if (platform === 'linux') return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  return env.SSH_CONNECTION === undefined;
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
