import path from 'node:path';
import type { AnswerDelta } from '../../contract/answer.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Conversation } from '../../contract/history.ts';
import type { Token } from '../../contract/tokens.ts';
import type { Clock } from '../shared/clock.ts';
import { createWorkerClient, type CallOptions, type RemoteStore as Remote } from '../shared/sqlite/worker-client.ts';
import { createDeltaBuffer } from './delta-buffer.ts';
import type { Store, StoreChanges } from './store.ts';

export type { NewText, NewTurn, StartedTurn } from './repository/turns.ts';
export type { AnswerEnd } from './store-context.ts';
export type { CallOptions };

type RemoteStore = Remote<Store>;

/** All conversations, on disk: the operations of the store, called on its worker thread. */
export interface History extends Omit<RemoteStore, 'grow'> {
  /** Saves the deltas of a running answer. At most one second of them is in memory only, unless they can't be written. */
  readonly grow: (messageId: string, deltas: readonly AnswerDelta[], tokens?: readonly Token[]) => void;
  /** Calls the listener with the ids of messages that are deleted from now on, before `deleteMessage` returns. */
  readonly onDeleted: (listener: (messageIds: readonly string[]) => void) => void;
  readonly close: () => Promise<void>;
}

export interface HistoryOptions {
  /** The data folder; the file is `history.db` in it. */
  readonly folder: string;
  readonly clock: Clock;
  /** Called with new and changed conversations. */
  readonly onChange: (conversations: readonly Conversation[]) => void;
  /** Called with the ids of conversations, and of the user's messages, that were deleted for good. */
  readonly onPurged: (ids: readonly string[], messageIds: readonly string[]) => void;
  /** Called if the database could not be opened as it should be. `isOpen` is false if it can't be used. */
  readonly onProblem?: (failure: Failure, isOpen: boolean) => void;
  /** Called whenever the database was opened, also after it couldn't be used. */
  readonly onOpen?: () => void;
  readonly onBug?: (error: unknown) => void;
  /** Starts the thread at the first call instead of now. */
  readonly waitsForUse?: boolean;
  /** For tests of a worker that crashes. */
  readonly workerUrl?: URL;
}

/** Opens the history in the background. Calls wait until it is open. */
export function openHistory(options: HistoryOptions): History {
  const { folder, clock, onChange, onPurged, onProblem, onOpen, onBug = () => undefined } = options;
  const deletionListeners: ((messageIds: readonly string[]) => void)[] = [];
  const worker = createWorkerClient<Store, StoreChanges>({
    name: 'history',
    file: path.join(folder, 'history.db'),
    workerUrl: options.workerUrl ?? new URL('./history-worker.ts', import.meta.url),
    now: clock.now,
    onBug,
    onOpened: (failure, isOpen) => {
      if (isOpen) onOpen?.();
      if (failure) onProblem?.(failure, isOpen);
    },
    onChanges: ({ changed, purged, purgedMessages, deletedMessages }) => {
      if (changed.length > 0) onChange(changed);
      if (purged.length + purgedMessages.length > 0) onPurged(purged, purgedMessages);
      if (deletedMessages.length > 0) for (const listener of deletionListeners) listener(deletedMessages);
    },
  });
  if (!options.waitsForUse) worker.start();
  const { store } = worker;
  const deltas = createDeltaBuffer(store.grow);

  const own: Pick<History, 'grow' | 'finish' | 'tokens' | 'exportTo' | 'onDeleted' | 'close'> = {
    grow: deltas.add,
    finish: async (finished, control) => {
      const { messageId } = finished;
      const unsaved = await deltas.take(messageId);
      // in one transaction, so that the tokens never differ from the text
      const saved = await store.finish({ ...finished, tokens: unsaved.tokens }, control);
      if (!saved.ok) deltas.add(messageId, unsaved.deltas, unsaved.tokens);
      return saved;
    },
    tokens: async (request, control) => {
      await deltas.flush(); // a window that was reloaded reads the tokens of a running answer
      return store.tokens(request, control);
    },
    exportTo: (target, control) => store.exportTo(target, { ...control, waitsForStop: true }),
    onDeleted: (listener) => void deletionListeners.push(listener),
    close: async () => {
      await deltas.close();
      await worker.close();
    },
  };
  return Object.assign(Object.create(store) as RemoteStore, own); // the other operations are inherited from the store
}
