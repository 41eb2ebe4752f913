import { ok } from '../../contract/failure.ts';
import type { Conversation } from '../../contract/history.ts';
import type { SearchRequest } from '../../contract/search.ts';
import type { Database } from '../shared/sqlite/database.ts';
import { isUnwritable } from '../shared/sqlite/failures.ts';
import { exportTo, type ExportTarget } from './export/export.ts';
import { importFrom } from './import/import.ts';
import { forgetUnfinished } from './import/write-imported.ts';
import { createAnswers } from './repository/answers.ts';
import { createBranches } from './repository/branches.ts';
import { createConversations, emptyTrash } from './repository/conversations.ts';
import { createFolders } from './repository/folders.ts';
import { createImages } from './repository/images.ts';
import { createMessages } from './repository/messages.ts';
import { readModels, readSpeeds } from './repository/models.ts';
import { createBranchMap } from './repository/branch-map.ts';
import { createTurns } from './repository/turns.ts';
import { createTextIndex, search } from './search/search.ts';
import type { CallControl } from '../shared/sqlite/serve-store.ts';
import type { StoreContext } from './store-context.ts';

/**
 * The operations of the history, on the worker's thread. `History` is derived from this type, so an operation is written here only: it
 * takes one input and, if it is long, a `CallControl`. One that answers a route `history.NAME` has that name and the route's input.
 */
export type Store = Omit<OpenStore['store'], 'row' | 'byKeys' | 'interruptRunning' | 'forgetDeleted' | 'findUnused'>;

export type OpenStore = ReturnType<typeof createStore>;

/** What the calls have changed. */
export interface StoreChanges {
  readonly changed: readonly Conversation[];
  readonly purged: readonly string[];
  readonly purgedMessages: readonly string[];
  readonly deletedMessages: readonly string[];
}

/** Creates the store over an open database from its parts. */
export function createStore(db: Database, now: () => number) {
  const context: StoreContext = {
    db,
    now,
    changed: new Set(),
    purged: new Set(),
    purgedMessages: new Set(),
    deletedMessages: new Set(),
  };
  const conversations = createConversations(context);
  const messages = createMessages(context);
  const { message, path, add } = messages;
  const answers = createAnswers(context, messages);
  const branches = createBranches(context, conversations, messages);
  const images = createImages(db);
  const index = createTextIndex(db);
  /** Forgets deletions that were rolled back. */
  const forgetDeletions = (): void => {
    for (const ids of [context.purged, context.purgedMessages, context.deletedMessages]) ids.clear();
  };

  return {
    index,
    store: {
      ...conversations,
      ...createFolders(context),
      message,
      path,
      add,
      ...createTurns(context, conversations, messages),
      ...answers,
      ...branches,
      ...createBranchMap(db, conversations, messages),
      ...images,
      speeds: () => ok(readSpeeds(db)),
      /** Returns the names of the models that have answered. */
      models: () => ok(readModels(db)),
      emptyTrash: (_input: undefined, control: CallControl) => emptyTrash(context, conversations, control),
      search: (request: SearchRequest, { signal }: CallControl) => search(db, index, request, signal),
      exportTo: (target: ExportTarget, control: CallControl) => exportTo(context, { conversations, messages, answers }, target, control),
      /** Imports our own export, Open WebUI's or ChatGPT's. A cancellation keeps the conversations imported so far. */
      importFrom: (file: string, control: CallControl) => importFrom(context, file, control),
    },
    /** Returns the changes since the last time. A call that fails has deleted nothing since then. */
    takeChanges: (hasFailed: boolean): StoreChanges => {
      if (hasFailed) forgetDeletions();
      const changed = context.changed.size > 0 ? conversations.byKeys(context.changed) : [];
      context.changed.clear();
      return {
        changed,
        purged: takeAll(context.purged),
        purgedMessages: takeAll(context.purgedMessages),
        deletedMessages: takeAll(context.deletedMessages),
      };
    },
    /** Ends what the last run of the program left unfinished: answers, imports and deletions. */
    cleanUp: (): void => {
      if (db.isReadOnly) return;
      answers.interruptRunning();
      // unlike running answers, which nobody could continue, the rest may wait for the next start
      attempt(branches.forgetDeleted, forgetDeletions);
      attempt(() => forgetUnfinished(db));
      attempt(images.findUnused);
    },
  };
}

/** Calls a function whose work may wait until something can be written. */
function attempt(work: () => unknown, onFailure?: () => void): void {
  try {
    work();
  } catch (error) {
    onFailure?.();
    if (!isUnwritable(error)) throw error;
  }
}

/** Empties a set. Returns what it contained. */
function takeAll(ids: Set<string>): readonly string[] {
  const all = [...ids];
  ids.clear();
  return all;
}
