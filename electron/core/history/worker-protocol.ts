import type { Failure, Result } from '../../contract/failure.ts';
import type { CallControl } from './store-context.ts';
import type { Store, StoreMethod, StoreChanges } from './store.ts';

/** How the worker is started. */
export interface WorkerStart {
  readonly file: string;
  readonly now: number;
  /** False where the worker takes over from one that crashed: its running answers are still coming. */
  readonly isFirst: boolean;
}

/** What is sent of a method's arguments; the worker itself adds what a long call needs. */
export type SentArguments<M extends StoreMethod> =
  Parameters<Store[M]> extends readonly [...infer Sent, CallControl] ? Sent : Parameters<Store[M]>;

/** One call of a method of the store. */
export type StoreCall = {
  readonly [M in StoreMethod]: {
    readonly kind: 'call';
    readonly id: number;
    readonly now: number;
    readonly method: M;
    readonly args: SentArguments<M>;
  };
}[StoreMethod];

/** What the main thread says. */
export type ToWorker = StoreCall | { readonly kind: 'cancel'; readonly id: number } | { readonly kind: 'close' };

/** What the worker says. `bug` is for the log. */
export type FromWorker =
  | { readonly kind: 'opened'; readonly trouble: Failure | undefined }
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly total: number }
  | { readonly kind: 'news'; readonly news: StoreChanges }
  | { readonly kind: 'answer'; readonly id: number; readonly result: Result<unknown>; readonly news: StoreChanges }
  | { readonly kind: 'bug'; readonly error: Error };
