import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checks, type CheckName } from '../../build/steps/checks.ts';
import { copyHouse, type HouseCopy, type Outcome } from './house-copy.ts';
import { planted } from './planted.ts';

// One run of a check finds all that was planted for it: each violation is in a file of its own, and must be named with that file.
describe.each(Object.keys(checks) as CheckName[])('%s finds', (check) => {
  let house: HouseCopy;
  let outcome: Outcome;
  beforeAll(async () => {
    house = copyHouse();
    for (const { file, change } of planted[check]) house.plant(file, typeof change === 'string' ? () => change : change);
    outcome = await house.check(check);
  }, 300_000);
  afterAll(() => house.remove());

  test.each(planted[check])('$what', ({ says }) => {
    expect(outcome.status, outcome.output).not.toBe(0);
    expect(outcome.output).toMatch(says);
  });
});
