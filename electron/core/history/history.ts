import path from 'node:path';
import type { AnswerDelta } from '../../contract/answer.ts';
import type { Failure, Result } from '../../contract/failure.ts';
import type {
  Conversation,
  ConversationChange,
  ConversationPage,
  ConversationSettings,
  Folder,
  Imported,
  ListRequest,
  ModelSpeed,
  SearchPage,
  SearchRequest,
  StoredAnswer,
  StoredMessage,
  MessagePage,
} from '../../contract/history.ts';
import type { Clock } from '../shared/clock.ts';
import type { WrittenFormat } from './export/export.ts';
import { createDeltaBuffer } from './delta-buffer.ts';
import type { AnswerEnd, NewMessage } from './new-message.ts';
import type { RemovedFolder } from './repository/folders.ts';
import { createWorkerClient } from './worker-client.ts';

export { inTrash } from './database/not-found.ts';
export type { AnswerEnd, NewMessage };

/** Everything that was said, on disk. All of it is asked of a worker thread. */
export interface History {
  readonly list: (request: ListRequest) => Promise<Result<ConversationPage>>;
  readonly folders: () => Promise<Result<readonly Folder[]>>;
  /** A new folder, or another name for the one it replaces. */
  readonly putFolder: (name: string, replaces: string | null) => Promise<Result<readonly Folder[]>>;
  /** What lay in it stays, in no folder; its ids are told. */
  readonly removeFolder: (name: string) => Promise<Result<RemovedFolder>>;
  readonly move: (ids: readonly string[], folder: string | null) => Promise<Result<undefined>>;
  /** The models that have answered, by name. */
  readonly models: () => Promise<Result<readonly string[]>>;
  readonly search: (request: SearchRequest, signal?: AbortSignal) => Promise<Result<SearchPage>>;
  readonly open: (id: string, at: string | null, limit: number) => Promise<Result<MessagePage>>;
  readonly older: (id: string, before: string, limit: number) => Promise<Result<MessagePage>>;
  readonly newer: (id: string, after: string, limit: number) => Promise<Result<MessagePage>>;
  readonly read: (id: string) => Promise<Result<Conversation>>;
  readonly change: (id: string, change: ConversationChange) => Promise<Result<Conversation>>;
  /** A title made by a model: kept only where the user has not named it. */
  readonly suggestTitle: (id: string, title: string) => Promise<Result<Conversation>>;
  readonly trash: (ids: readonly string[]) => Promise<Result<undefined>>;
  readonly restore: (ids: readonly string[]) => Promise<Result<undefined>>;
  readonly purge: (ids: readonly string[]) => Promise<Result<undefined>>;
  readonly emptyTrash: (signal?: AbortSignal) => Promise<Result<undefined>>;
  readonly deleteMessage: (messageId: string) => Promise<Result<undefined>>;
  readonly restoreMessage: (messageId: string) => Promise<Result<undefined>>;
  readonly speeds: () => Promise<Result<readonly ModelSpeed[]>>;

  /** In a folder, which is made where it is not there, or in none. */
  readonly begin: (
    kind: Conversation['kind'],
    title: string,
    settings: ConversationSettings,
    folder?: string,
  ) => Promise<Result<Conversation>>;
  readonly add: (message: NewMessage) => Promise<Result<StoredMessage>>;
  readonly message: (messageId: string) => Promise<Result<StoredMessage>>;
  /** From the root to this message. */
  readonly path: (messageId: string) => Promise<Result<readonly StoredMessage[]>>;
  /** The request an answer was asked with. */
  readonly request: (messageId: string) => Promise<Result<Readonly<Record<string, unknown>> | null>>;
  /** Saves the growth of a running answer; at most one second of it is ever only in memory. */
  readonly grow: (messageId: string, deltas: readonly AnswerDelta[]) => void;
  /** Sets an answer to running again, for `continue`. */
  readonly resume: (messageId: string) => Promise<Result<StoredAnswer>>;
  readonly finish: (messageId: string, end: AnswerEnd) => Promise<Result<StoredAnswer>>;

  /** Writes conversations to a file: the ones named, or (null) all that are not in the trash. A PDF is the HTML, printed. */
  readonly exportTo: (
    file: string,
    ids: readonly string[] | null,
    format: WrittenFormat,
    onProgress?: (done: number, total: number) => void,
    signal?: AbortSignal,
  ) => Promise<Result<{ readonly exported: number }>>;
  /** Takes in our own export, Open WebUI's or ChatGPT's; what came before a cancellation is kept. */
  readonly importFrom: (
    file: string,
    onProgress?: (done: number, total: number) => void,
    signal?: AbortSignal,
  ) => Promise<Result<Imported>>;
  readonly close: () => Promise<void>;
}

export interface HistoryOptions {
  /** The data folder; the file is `history.db` in it. */
  readonly folder: string;
  readonly clock: Clock;
  /** Conversations that were made or changed. */
  readonly onChange: (conversations: readonly Conversation[]) => void;
  /** Ids of conversations that are gone for good. */
  readonly onPurged: (ids: readonly string[]) => void;
  /** The database could not be opened as it should: a sentence for the user, with what was done about it. */
  readonly onTrouble?: (failure: Failure) => void;
  readonly onBug?: (error: unknown) => void;
  /** Starts the thread at the first call instead of now. */
  readonly waitsForUse?: boolean;
  /** For tests of a worker that crashes. */
  readonly workerUrl?: URL;
}

/** Opens the history in the background: what is asked before it is open waits. */
export function openHistory(options: HistoryOptions): History {
  const { folder, clock, onChange, onPurged, onTrouble, onBug = () => undefined } = options;
  const link = createWorkerClient({
    file: path.join(folder, 'history.db'),
    workerUrl: options.workerUrl ?? new URL('./history-worker.ts', import.meta.url),
    now: clock.now,
    onBug,
    onOpened: (trouble) => trouble && onTrouble?.(trouble),
    onNews: ({ changed, purged }) => {
      if (changed.length > 0) onChange(changed);
      if (purged.length > 0) onPurged(purged);
    },
  });
  if (!options.waitsForUse) link.start();
  const growth = createDeltaBuffer((batch) => void link.call('grow', [batch]));

  return {
    list: (request) => link.call('list', [request]),
    folders: () => link.call('folders', []),
    putFolder: (name, replaces) => link.call('putFolder', [name, replaces]),
    removeFolder: (name) => link.call('removeFolder', [name]),
    move: (ids, folder) => link.call('move', [ids, folder]),
    models: () => link.call('models', []),
    search: (request, signal) => link.call('search', [request], { signal }),
    open: (id, at, limit) => link.call('open', [id, at, limit]),
    older: (id, before, limit) => link.call('older', [id, before, limit]),
    newer: (id, after, limit) => link.call('newer', [id, after, limit]),
    read: (id) => link.call('read', [id]),
    change: (id, change) => link.call('change', [id, change]),
    suggestTitle: (id, title) => link.call('suggestTitle', [id, title]),
    trash: (ids) => link.call('trash', [ids]),
    restore: (ids) => link.call('restore', [ids]),
    purge: (ids) => link.call('purge', [ids]),
    emptyTrash: (signal) => link.call('emptyTrash', [], { signal }),
    deleteMessage: (messageId) => link.call('deleteMessage', [messageId]),
    restoreMessage: (messageId) => link.call('restoreMessage', [messageId]),
    speeds: () => link.call('speeds', []),
    begin: (kind, title, settings, folder) => link.call('begin', [kind, title, settings, folder]),
    add: (message) => link.call('add', [message]),
    message: (messageId) => link.call('message', [messageId]),
    path: (messageId) => link.call('path', [messageId]),
    request: (messageId) => link.call('request', [messageId]),
    grow: growth.add,
    resume: (messageId) => link.call('resume', [messageId]),
    finish: (messageId, end) => {
      growth.drop(messageId);
      return link.call('finish', [messageId, end]);
    },
    exportTo: (file, ids, format, onProgress, signal) =>
      link.call('exportTo', [{ file, ids, format }], { onProgress, signal, waitsForStop: true }),
    importFrom: (file, onProgress, signal) => link.call('importFrom', [file], { onProgress, signal }),
    close: async () => {
      growth.flush();
      await link.close();
    },
  };
}
