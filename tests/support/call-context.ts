import type { CallContext } from '../../electron/core/create-core.ts';

/** What a handler gets besides its input, from a caller who does not cancel. */
export const context: CallContext = { signal: new AbortController().signal };
