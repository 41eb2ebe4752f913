import { ok, type Result } from '../../contract/failure.ts';
import type { Conversation, Imported, ModelSpeed, SearchPage, SearchRequest } from '../../contract/history.ts';
import type { Database } from '../shared/sqlite/database.ts';
import { isUnwritable } from '../shared/sqlite/failures.ts';
import { exportTo, type ExportTarget } from './export/export.ts';
import { importFrom } from './import/import.ts';
import { forgetUnfinished } from './import/write-imported.ts';
import { createAnswers, type Answers } from './repository/answers.ts';
import { createBranches, type Branches } from './repository/branches.ts';
import { createConversations, emptyTrash, type Conversations } from './repository/conversations.ts';
import { createFolders, type Folders } from './repository/folders.ts';
import { createMessages, type Messages } from './repository/messages.ts';
import { readModels, readSpeeds } from './repository/models.ts';
import { createBranchMap, type BranchMap } from './repository/branch-map.ts';
import { createTokens, type Tokens } from './repository/tokens.ts';
import { createTurns, type Turns } from './repository/turns.ts';
import { search } from './search/search.ts';
import { createTextIndex, type TextIndex } from './search/text-index.ts';
import type { CallControl } from '../shared/sqlite/serve-store.ts';
import type { StoreContext } from './store-context.ts';

/**
 * The operations of the history, on the worker's thread. `History` is derived from this type, so an operation is written here only: it
 * takes one input and, if it is long, a `CallControl`. One that answers a route `history.NAME` has that name and the route's input.
 */
export type Store = Folders &
  Omit<Conversations, 'row' | 'byKeys'> &
  Pick<Messages, 'message' | 'path' | 'add'> &
  Turns &
  Omit<Answers, 'interruptRunning'> &
  Omit<Branches, 'forgetDeleted'> &
  BranchMap &
  Tokens & {
    readonly speeds: () => Result<readonly ModelSpeed[]>;
    /** Returns the names of the models that have answered. */
    readonly models: () => Result<readonly string[]>;
    readonly emptyTrash: (input: undefined, control: CallControl) => Promise<Result<undefined>>;
    readonly search: (request: SearchRequest, control: CallControl) => Promise<Result<SearchPage>>;
    readonly exportTo: (target: ExportTarget, control: CallControl) => Promise<Result<{ readonly exported: number }>>;
    /** Imports our own export, Open WebUI's or ChatGPT's. A cancellation keeps the conversations imported so far. */
    readonly importFrom: (file: string, control: CallControl) => Promise<Result<Imported>>;
  };

/** What the calls have changed. */
export interface StoreChanges {
  readonly changed: readonly Conversation[];
  readonly purged: readonly string[];
  readonly purgedMessages: readonly string[];
  readonly deletedMessages: readonly string[];
}

/** The store over an open database. */
export interface OpenStore {
  readonly store: Store;
  readonly index: TextIndex;
  /** Returns the changes since the last time. A call that fails has deleted nothing since then. */
  readonly takeChanges: (hasFailed: boolean) => StoreChanges;
  /** Ends what the last run of the program left unfinished: answers, imports and deletions. */
  readonly cleanUp: () => void;
}

/** Creates the store from its parts. */
export function createStore(db: Database, now: () => number): OpenStore {
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
  const answers = createAnswers(context, messages);
  const branches = createBranches(context, conversations, messages);
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
      ...messages,
      ...createTurns(context, conversations, messages),
      ...answers,
      ...branches,
      ...createBranchMap(db, conversations, messages),
      ...createTokens(db, messages),
      read: conversations.read,
      speeds: () => ok(readSpeeds(db)),
      models: () => ok(readModels(db)),
      emptyTrash: (_input, control) => emptyTrash(context, conversations, control),
      search: (request, { signal }) => search(db, index, request, signal),
      exportTo: (target, control) => exportTo(context, { conversations, messages, answers }, target, control),
      importFrom: (file, control) => importFrom(context, file, control),
    },
    takeChanges: (hasFailed) => {
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
    cleanUp: () => {
      if (db.isReadOnly) return;
      answers.interruptRunning();
      // unlike running answers, which nobody could continue, the rest may wait for the next start
      attempt(branches.forgetDeleted, forgetDeletions);
      attempt(() => forgetUnfinished(db));
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
