import { createContext, Script } from 'node:vm';

export type BoundedResult<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'too-slow' }
  | { readonly kind: 'threw'; readonly error: unknown };

const script = new Script('run()');

/**
 * Creates a function that calls another with a time limit. A context is the only way to limit the time of a regular expression; nothing
 * but the one call is evaluated in it.
 */
export function createBoundedCall<Input, Output>(call: (input: Input) => Output, limitMs: number): (input: Input) => BoundedResult<Output> {
  let input: Input;
  const context = createContext({ run: () => call(input) });
  return (next) => {
    input = next;
    try {
      return { kind: 'value', value: script.runInContext(context, { timeout: limitMs }) as Output }; // what call gives
    } catch (error) {
      // not by instanceof, because the error is from another context
      const isTimeout = typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      return isTimeout ? { kind: 'too-slow' } : { kind: 'threw', error };
    }
  };
}
