import { failed, ok, type Failed, type Result } from '../../contract/failure.ts';
import type { Conversation, Imported, ModelSpeed, SearchPage, SearchRequest } from '../../contract/history.ts';
import type { Database } from './database/database.ts';
import { exportTo, type WrittenFormat } from './export/export.ts';
import { importFrom } from './import/import.ts';
import { forgetUnfinished } from './import/write-imported.ts';
import { search } from './search/search.ts';
import { createTextIndex, type TextIndex } from './search/text-index.ts';
import type { CallControl, StoreContext } from './store-context.ts';
import { createAnswers, type Answers } from './repository/answers.ts';
import { createBranches, type Branches } from './repository/branches.ts';
import { createConversations, type Conversations } from './repository/conversations.ts';
import { createFolders, type Folders } from './repository/folders.ts';
import { createMessages, type Messages } from './repository/messages.ts';
import { emptyTrash } from './repository/empty-trash.ts';
import { readModels } from './repository/models.ts';
import { readSpeeds } from './repository/speeds.ts';

/** All that can be asked of the database, on its own thread. */
export type Store = Folders &
  Pick<Conversations, 'list' | 'read' | 'begin' | 'change' | 'suggestTitle' | 'trash' | 'restore' | 'purge'> &
  Pick<Messages, 'message' | 'path' | 'add'> &
  Answers &
  Branches & {
    readonly speeds: () => Result<readonly ModelSpeed[]>;
    readonly models: () => Result<readonly string[]>;
    readonly emptyTrash: (ask: CallControl) => Promise<Result<undefined>>;
    readonly search: (request: SearchRequest, ask: CallControl) => Promise<Result<SearchPage>>;
    readonly exportTo: (
      target: { readonly file: string; readonly ids: readonly string[] | null; readonly format: WrittenFormat },
      ask: CallControl,
    ) => Promise<Result<{ readonly exported: number }>>;
    readonly importFrom: (file: string, ask: CallControl) => Promise<Result<Imported>>;
    /** Deletes what an import left that never came to its end. */
    readonly forgetUnfinished: () => Result<undefined>;
  };

export type StoreMethod = keyof Store;

/** What a call changed, to be told. */
export interface StoreChanges {
  readonly changed: readonly Conversation[];
  readonly purged: readonly string[];
}

/** The store over an open database, and what its calls changed since that was last asked. */
export interface OpenStore {
  readonly store: Store;
  readonly takeNews: () => StoreChanges;
  readonly index: TextIndex;
}

/** Joins the parts of the store. */
export function createStore(db: Database, now: () => number): OpenStore {
  const context: StoreContext = { db, now, touched: new Set(), purged: new Set() };
  const conversations = createConversations(context);
  const messages = createMessages(context);
  const answers = createAnswers(context, messages);
  const index = createTextIndex(db);
  const store: Store = {
    ...conversations,
    ...createFolders(context),
    ...messages,
    ...answers,
    ...createBranches(context, conversations, messages),
    read: conversations.read,
    speeds: () => ok(readSpeeds(db)),
    models: () => ok(readModels(db)),
    emptyTrash: (ask) => emptyTrash(context, conversations, ask),
    search: (request, { signal }) => search(db, index, request, signal),
    exportTo: (target, ask) => exportTo(context, { conversations, messages, answers }, target, ask),
    importFrom: (file, ask) => importFrom(context, file, ask),
    forgetUnfinished: () => {
      forgetUnfinished(db);
      return ok(undefined);
    },
  };

  return {
    index,
    store: db.isReadOnly ? { ...store, ...readOnlyAnswers } : store,
    takeNews: () => {
      const changed = context.touched.size > 0 ? conversations.byKeys(context.touched) : [];
      const purged = [...context.purged];
      context.touched.clear();
      context.purged.clear();
      return { changed, purged };
    },
  };
}

const readOnly = (): Failed =>
  failed('storage', 'The history was written by a newer Causeway, so it is open for reading only.', 'Update Causeway to go on with it.');

const readOnlyAnswers = {
  begin: readOnly,
  change: readOnly,
  putFolder: readOnly,
  removeFolder: readOnly,
  move: readOnly,
  suggestTitle: readOnly,
  trash: readOnly,
  restore: readOnly,
  purge: readOnly,
  emptyTrash: () => Promise.resolve(readOnly()),
  add: readOnly,
  grow: readOnly,
  resume: readOnly,
  finish: readOnly,
  interruptRunning: readOnly,
  forgetDeleted: readOnly,
  deleteMessage: readOnly,
  restoreMessage: readOnly,
  importFrom: () => Promise.resolve(readOnly()),
  forgetUnfinished: readOnly,
} satisfies Partial<Store>;
