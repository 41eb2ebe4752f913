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
 * What a task needs of the machine. Electron is needed, wanted (the task goes on without it) or unused;
 * a strict task stops where a package of the system is missing, the others go on with less.
 */
export function taskNeeds(task, words) {
  if (task === 'dist' && words.includes('--server')) return little;
  return needs[task] ?? all;
}
