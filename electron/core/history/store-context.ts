import type { Answer } from '../../contract/answer.ts';
import type { Failure } from '../../contract/failure.ts';
import type { AnswerState } from '../../contract/history.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Database } from '../shared/sqlite/database.ts';

/** What every part of the store works with. */
export interface StoreContext {
  readonly db: Database;
  /** The time of the current call, by the caller's clock. */
  readonly now: () => number;
  /** Keys of conversations changed by the current call. */
  readonly changed: Set<number>;
  /** Ids of conversations deleted for good by the current call. */
  readonly purged: Set<string>;
  /** Ids of the user's messages deleted for good by the current call. */
  readonly purgedMessages: Set<string>;
  /** Ids of messages deleted by the current call, until they are restored. */
  readonly deletedMessages: Set<string>;
}

/** The end of an answer. `request` is the body that was sent, for "copy as code". */
export interface AnswerEnd {
  readonly state: Exclude<AnswerState, 'running'>;
  readonly answer: Answer;
  readonly failure: Failure | null;
  readonly mode: Mode | null;
  readonly request: Readonly<Record<string, unknown>> | null;
}
