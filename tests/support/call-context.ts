import type { CallContext } from '../../electron/core/create-core.ts';

/** The context of a call that is never cancelled. */
export const context: CallContext = { signal: new AbortController().signal };
