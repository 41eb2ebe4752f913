import { replace } from './count-steps.ts';
import { regExpSteps } from './regexp-steps.ts';

/** Counts the steps of every pattern that some work uses, once per text. The patterns need not be exported. */
export function patternSteps(work: () => unknown): number {
  const used = new Map<string, { readonly pattern: RegExp; readonly text: string }>();
  const restore = replace(RegExp.prototype, 'exec', (exec) => {
    return function (this: RegExp, text: string) {
      used.set(`${String(this)} ${text}`, { pattern: this, text });
      return exec.call(this, text);
    };
  });
  try {
    work();
  } finally {
    restore();
  }
  let steps = 0;
  for (const { pattern, text } of used.values()) steps += regExpSteps(pattern, text);
  return steps;
}
