const all = { electron: 'installed', isStrict: true, forTests: false };
const minimal = { electron: 'unused', isStrict: false, forTests: false };
const browser = { ...minimal, builds: true };
const needs = {
  start: { ...browser, electron: 'wanted' },
  dev: { ...all, electron: 'needed' },
  screenshots: { ...all, electron: 'needed' },
  browser,
  headless: minimal,
  demo: minimal,
  clients: minimal,
  soak: { ...minimal, forTests: true },
  format: minimal,
  release: minimal,
  test: { electron: 'wanted', isStrict: true, forTests: true },
  bench: { ...all, electron: 'wanted' },
};

/**
 * Returns what a task needs. Electron is needed, installed (the task opens no window), wanted (the task works without it) or
 * unused. A strict task fails if a system package is missing. A task that builds the program does so as the last step.
 */
export function taskNeeds(task, args) {
  if (task === 'dist' && args.includes('--server')) return minimal;
  return needs[task] ?? all;
}
