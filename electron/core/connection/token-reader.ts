import { failed, type Result } from '../../contract/failure.ts';
import { abortable } from '../shared/abortable.ts';

/** The token of one connection. */
export interface TokenReader {
  /** Null: there is none. A caller who goes away waits no longer; the others do. */
  readonly read: (signal: AbortSignal) => Promise<Result<string | null>>;
  /** The next one asks the keychain again. */
  readonly forget: () => void;
}

/** Reads a token once for all requests: each would otherwise ask the keychain, and wait for its prompt. Only what was found is kept. */
export function createTokenReader(readOnce: () => Promise<Result<string | null>>): TokenReader {
  let reading: Promise<Result<string | null>> | undefined;
  const begin = (): Promise<Result<string | null>> => {
    const begun = readOnce();
    const forgetUnless = (isFound: boolean): void => {
      if (!isFound && reading === begun) reading = undefined;
    };
    begun.then(
      (found) => forgetUnless(found.ok && found.value !== null),
      () => forgetUnless(false),
    );
    return begun;
  };
  return {
    read: async (signal) =>
      (await abortable((reading ??= begin()), signal)) ??
      failed('cancelled', 'Stopped before the keychain answered.', 'Try again when you like.'),
    forget: () => (reading = undefined),
  };
}
