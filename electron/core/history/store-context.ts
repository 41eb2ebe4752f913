import type { Database } from './database/database.ts';

/** What every part of the store works with. */
export interface StoreContext {
  readonly db: Database;
  /** The time of the call that is being answered, by the caller's clock. */
  readonly now: () => number;
  /** To be told after the call: conversations by key, and ids that are gone for good. */
  readonly touched: Set<number>;
  readonly purged: Set<string>;
}

/** What a long call gets besides its arguments. */
export interface CallControl {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
  /** Tells what changed so far, without waiting for the end. */
  readonly tellNews: () => void;
}
