import type { Failure } from '../../electron/contract/failure.ts';
import { failureTexts, type FailureReason } from '../../electron/contract/failures/catalogue.ts';
import { renderFailure } from '../../electron/contract/failures/render-failure.ts';

/**
 * Returns a failure whose parameters read as their names, such as ‹host›, except those that are given. A text may join or map a list
 * and render a cause.
 */
export function placeholderFailure(
  reason: FailureReason,
  given: Readonly<Record<string, string | null>> = {},
  onRead: (name: string) => void = () => undefined,
): Failure {
  const get = (_target: object, key: string | symbol) => {
    const name = String(key);
    onRead(name);
    if (name in given) return given[name];
    return name === 'cause' ? cause : placeholder(name);
  };
  return { code: failureTexts[reason].code, reason, params: new Proxy({}, { get }) };
}

/** Returns the failure once without each of its optional parameters. */
export function failuresWithoutDetail(reason: FailureReason): readonly Failure[] {
  const names = new Set<string>();
  renderFailure(
    placeholderFailure(reason, {}, (name) => names.add(name)),
    { surface: 'window' },
  );
  return [...names].map((name) => placeholderFailure(reason, { [name]: null })).filter((failure) => isWhole(failure));
}

/** Returns whether a text shows no missing parameter. */
function isWhole(failure: Failure): boolean {
  try {
    const { message, remedy } = renderFailure(failure, { surface: 'window' });
    return message !== '' && !/null|undefined|NaN/.test(message + remedy);
  } catch {
    return false;
  }
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
