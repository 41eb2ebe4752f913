import type { Failure, Result } from '../../../contract/failure.ts';

/** How the worker is started. */
export interface WorkerStart {
  readonly file: string;
  readonly now: number;
  /** False if the worker replaces one that crashed, because what was under way still is then. */
  readonly isFirst: boolean;
}

/** A message to the worker. */
export type ToWorker =
  | { readonly kind: 'call'; readonly id: number; readonly now: number; readonly method: string; readonly input: unknown }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

/** A message from the worker. `bug` is for the log. */
export type FromWorker<Changes> =
  /** `isOpen` is false if the database can't be used. */
  | { readonly kind: 'opened'; readonly isOpen: boolean; readonly failure: Failure | undefined }
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly total: number }
  | { readonly kind: 'changes'; readonly changes: Changes }
  | { readonly kind: 'result'; readonly id: number; readonly result: Result<unknown>; readonly changes: Changes }
  | { readonly kind: 'bug'; readonly error: Error };
