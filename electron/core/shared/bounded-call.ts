import { createContext, Script } from 'node:vm';

type BoundedResult<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'too-slow' }
  | { readonly kind: 'threw'; readonly error: unknown };

const script = new Script('run()');
/** Each attempt may take twice as long as the one before. */
const maxAttempts = 6;

/**
 * Creates a function that calls another with a limit of its processor time. A context is the only way to limit a regular expression;
 * nothing but the one call is evaluated in it. The call must have no effects, because it is repeated if the machine was too busy for it.
 */
export function createBoundedCall<Input, Output>(call: (input: Input) => Output, limitMs: number): (input: Input) => BoundedResult<Output> {
  let input: Input;
  const context = createContext({ run: () => call(input) });

  const attempt = (number: number): BoundedResult<Output> => {
    const before = process.threadCpuUsage();
    try {
      return { kind: 'value', value: script.runInContext(context, { timeout: limitMs * 2 ** number }) as Output }; // what call gives
    } catch (error) {
      if (!isTimeout(error)) return { kind: 'threw', error };
      const { user, system } = process.threadCpuUsage(before);
      const hadItsTime = (user + system) / 1000 >= limitMs / 2;
      return hadItsTime || number + 1 === maxAttempts ? { kind: 'too-slow' } : attempt(number + 1);
    }
  };

  return (next) => {
    input = next;
    return attempt(0);
  };
}

/** Does not use `instanceof`, because the error is from another context. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/** Returns the innermost errors of a JSON Schema check, because the outer ones only repeat that they contain an error. */
export function findInnermostErrors<E extends { readonly keywordLocation: string }>(errors: readonly E[]): readonly E[] {
  const outer = new Set<string>();
  for (const { keywordLocation } of errors) {
    for (let end = keywordLocation.lastIndexOf('/'); end > 0; end = keywordLocation.lastIndexOf('/', end - 1)) {
      const location = keywordLocation.slice(0, end);
      if (outer.has(location)) break; // with all that contain it
      outer.add(location);
    }
  }
  return errors.filter(({ keywordLocation }) => !outer.has(keywordLocation));
}
