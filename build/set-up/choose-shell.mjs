/** Whether somebody would see a window: on Linux a display is named, and elsewhere whoever logs in by SSH sees none. */
export function hasDisplay(platform = process.platform, env = process.env) {
  if (platform === 'linux') return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  return env.SSH_CONNECTION === undefined;
}

/**
 * What `npm start` shows the window in, and why: { shell: 'electron' | 'browser', reason }.
 * `electronTrouble` says why there is no Electron, once it has been tried.
 */
export function chooseShell({ platform, env, words, electronTrouble = '' }) {
  if (words.includes('--browser')) return { shell: 'browser', reason: '--browser asks for it' };
  if (!hasDisplay(platform, env)) return { shell: 'browser', reason: 'there is no display here' };
  if (electronTrouble !== '') return { shell: 'browser', reason: electronTrouble };
  return { shell: 'electron', reason: 'there is a display' };
}
