import { describeFailure } from '../../../contract/failures/render-failure.ts';
import type { AnswerRule } from '../../../contract/run-recipe.ts';
import { createAnswerCheck, type CheckAnswer, type CheckedAnswer } from './check-answer.ts';

/** The check of a rule, without checks that take too long again and again. */
export interface LimitedCheck {
  readonly check: CheckAnswer;
  /** Checks answers again after the limit. */
  readonly reset: () => void;
}

/** Slow checks in a row. Each blocks the thread for half a second. */
const maxSlowChecks = 3;

/** Creates the check of a rule. Calls `onLimit` at the last slow check, and returns its complaint for all further answers. */
export function createLimitedCheck(rule: AnswerRule, onLimit: () => void): LimitedCheck {
  const created = createAnswerCheck(rule);
  const checkAnswer: CheckAnswer = created.ok
    ? created.value
    : () => ({ isValid: false, complaint: describeFailure(created.failure).message });
  let slowChecks = 0;
  let last: CheckedAnswer | undefined;
  return {
    check: (text) => {
      if (last) return last;
      const checked = checkAnswer(text);
      slowChecks = !checked.isValid && checked.isTooSlow ? slowChecks + 1 : 0;
      if (slowChecks === maxSlowChecks) {
        last = checked;
        onLimit();
      }
      return checked;
    },
    reset: () => {
      slowChecks = 0;
      last = undefined;
    },
  };
}
