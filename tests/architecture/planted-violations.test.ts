import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checks, type CheckName } from '../../build/steps/checks.ts';
import { copyProject, type Outcome, type ProjectCopy } from './project-copy.ts';
import { planted } from './planted.ts';

// Runs each check once with all its violations. Each is in a file of its own, and the check must name that file.
describe.each(Object.keys(checks) as CheckName[])('%s finds', (check) => {
  let project: ProjectCopy;
  let outcome: Outcome;
  beforeAll(async () => {
    project = copyProject();
    for (const { file, change } of planted[check]) project.plant(file, typeof change === 'string' ? () => change : change);
    outcome = await project.check(check);
  }, 300_000);
  afterAll(() => project.remove());

  test.each(planted[check])('$what', ({ says }) => {
    expect(outcome.status, outcome.output).not.toBe(0);
    expect(outcome.output).toMatch(says);
  });
});
