import path from 'node:path';
import type { AnswerDelta } from '../../contract/answer.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Conversation } from '../../contract/history.ts';
import type { Token } from '../../contract/tokens.ts';
import type { Clock } from '../shared/clock.ts';
import { createWorkerClient, type CallOptions, type RemoteStore as Remote } from '../shared/sqlite/worker-client.ts';
import type { Store, StoreChanges } from './store.ts';
import { pushDelta } from '../../contract/apply-delta.ts';
import type { AnswerDeltas } from './repository/answers.ts';

export { inTrash } from './database/failures.ts';
export type { NewText, NewTurn, StartedTurn } from './repository/turns.ts';
export type { AnswerEnd } from './store-context.ts';
export type { CallOptions };

type RemoteStore = Remote<Store>;

/** All conversations, on disk: the operations of the store, called on its worker thread. */
export interface History extends Omit<RemoteStore, 'grow'> {
  /** Saves the deltas of a running answer. At most one second of them is ever in memory only. */
  readonly grow: (messageId: string, deltas: readonly AnswerDelta[], tokens?: readonly Token[]) => void;
  readonly close: () => Promise<void>;
}

export interface HistoryOptions {
  /** The data folder; the file is `history.db` in it. */
  readonly folder: string;
  readonly clock: Clock;
  /** Called with new and changed conversations. */
  readonly onChange: (conversations: readonly Conversation[]) => void;
  /** Called with the ids of conversations that were deleted for good. */
  readonly onPurged: (ids: readonly string[]) => void;
  /** Called if the database could not be opened as it should be, with a sentence for the user. */
  readonly onProblem?: (failure: Failure) => void;
  readonly onBug?: (error: unknown) => void;
  /** Starts the thread at the first call instead of now. */
  readonly waitsForUse?: boolean;
  /** For tests of a worker that crashes. */
  readonly workerUrl?: URL;
}

/** Opens the history in the background. Calls wait until it is open. */
export function openHistory(options: HistoryOptions): History {
  const { folder, clock, onChange, onPurged, onProblem, onBug = () => undefined } = options;
  const worker = createWorkerClient<Store, StoreChanges>({
    name: 'history',
    file: path.join(folder, 'history.db'),
    workerUrl: options.workerUrl ?? new URL('./history-worker.ts', import.meta.url),
    now: clock.now,
    onBug,
    onOpened: (failure) => failure && onProblem?.(failure),
    onChanges: ({ changed, purged }) => {
      if (changed.length > 0) onChange(changed);
      if (purged.length > 0) onPurged(purged);
    },
  });
  if (!options.waitsForUse) worker.start();
  const { store } = worker;
  const deltas = createDeltaBuffer((batch) => void store.grow(batch));

  const own: Pick<History, 'grow' | 'finish' | 'tokens' | 'exportTo' | 'close'> = {
    grow: deltas.add,
    finish: (finished, control) => {
      const tokens = deltas.drop(finished.messageId);
      return store.finish({ ...finished, tokens }, control); // in one transaction, so that they never differ from the text
    },
    tokens: (request, control) => {
      deltas.flush(); // a window that was reloaded reads the tokens of a running answer
      return store.tokens(request, control);
    },
    exportTo: (target, control) => store.exportTo(target, { ...control, waitsForStop: true }),
    close: async () => {
      deltas.flush();
      await worker.close();
    },
  };
  return Object.assign(Object.create(store) as RemoteStore, own); // the other operations are inherited from the store
}

/** How long deltas may be in memory only. With the write itself it stays well under a second. */
const flushAfterMs = 300;

/** Collects the deltas of all running answers, so that they become one small write now and then. */
interface DeltaBuffer {
  readonly add: History['grow'];
  /** Drops the deltas of an answer that is about to be saved as a whole. Returns the tokens that aren't saved yet. */
  readonly drop: (messageId: string) => readonly Token[];
  /** Writes the collected deltas now. */
  readonly flush: () => void;
}

/** Calls `write` with the deltas since the last time. */
function createDeltaBuffer(write: (batch: readonly AnswerDeltas[]) => void): DeltaBuffer {
  const collected = new Map<string, { readonly deltas: AnswerDelta[]; readonly tokens: Token[] }>();
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (collected.size === 0) return;
    const batch = [...collected].map(([messageId, { deltas, tokens }]) => ({ messageId, deltas, tokens }));
    collected.clear();
    write(batch);
  };

  return {
    flush,
    drop: (messageId) => {
      const tokens = collected.get(messageId)?.tokens ?? [];
      collected.delete(messageId);
      return tokens;
    },
    add: (messageId, deltas, tokens = []) => {
      const added = collected.get(messageId) ?? { deltas: [], tokens: [] };
      collected.set(messageId, added);
      for (const delta of deltas) pushDelta(added.deltas, delta);
      for (const token of tokens) added.tokens.push(token);
      timer ??= setTimeout(flush, flushAfterMs);
    },
  };
}
