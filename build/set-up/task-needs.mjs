const all = { electron: 'needed', isStrict: true, forTests: false };
const little = { electron: 'unused', isStrict: false, forTests: false };
const needs = {
  start: { ...little, electron: 'wanted' },
  browser: little,
  headless: little,
  demo: little,
  soak: little,
  format: little,
  test: { electron: 'wanted', isStrict: true, forTests: true },
  bench: { ...all, electron: 'wanted' },
};

/**
 * Returns what a task needs. Electron is needed, wanted (the task works without it) or unused. A strict task fails if a system
 * package is missing.
 */
export function taskNeeds(task, words) {
  if (task === 'dist' && words.includes('--server')) return little;
  return needs[task] ?? all;
}
