import { availableParallelism } from 'node:os';
import { beforeAll, describe, expect, test } from 'vitest';
import { checks, type CheckName } from '../../build/steps/checks.ts';
import { sideBySide } from '../../build/steps/side-by-side.ts';
import { copyProject, type Outcome } from './project-copy.ts';
import { planted } from './planted.ts';

const names = Object.keys(checks) as CheckName[];
const outcomes = new Map<CheckName, Outcome>();

// Runs each check once with all its violations. Each is in a file of its own, and the check must name that file.
beforeAll(async () => {
  await sideBySide(
    names.map((name) => async () => void outcomes.set(name, await checkPlanted(name))),
    availableParallelism(),
  );
}, 300_000);

describe.each(names)('%s finds', (name) => {
  test.each(planted[name])('$what', ({ says }) => {
    const outcome = outcomes.get(name);
    expect(outcome?.status, outcome?.output).not.toBe(0);
    expect(outcome?.output).toMatch(says);
  });
});

async function checkPlanted(name: CheckName): Promise<Outcome> {
  const isSlow = name === 'types' || name === 'lint';
  const project = copyProject(isSlow ? 'tests' : undefined); // half of their time, and no place for their violations
  try {
    if (isSlow) project.plant('tsconfig.json', (content) => content.replace(/,\s*\{\s*"path": "tests"\s*\}/, ''));
    for (const { file, change } of planted[name]) project.plant(file, typeof change === 'string' ? () => change : change);
    return await project.check(name);
  } finally {
    project.remove();
  }
}
