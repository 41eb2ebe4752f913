import type { Failure } from '../../electron/contract/failure.ts';
import { failureTexts, type FailureReason } from '../../electron/contract/failures/catalogue.ts';

/** Returns a failure whose parameters read as their names, such as ‹host›. A text may join or map a list and render a cause. */
export function placeholderFailure(reason: FailureReason): Failure {
  const params = new Proxy({}, { get: (_target, name) => (name === 'cause' ? cause : placeholder(String(name))) });
  return { code: failureTexts[reason].code, reason, params };
}

const cause: Failure = { code: 'unexpected', reason: 'recorded', params: { message: '‹cause›', remedy: '‹remedy of the cause›' } };

/** Returns a string that is also a list of one. */
function placeholder(name: string): string {
  const shown = `‹${name}›`;
  // oxlint-disable-next-line unicorn/new-for-builtins, no-new-wrappers -- a plain string can't have the methods of a list
  return Object.assign(new String(shown) as unknown as string, {
    join: () => shown,
    [Symbol.iterator]: () => [shown].values(),
    map: (write: (item: string) => string) => [write(shown)],
  });
}
