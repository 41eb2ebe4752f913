import { serveStore } from '../shared/sqlite/serve-store.ts';
import { historyFormat } from './database/schema.ts';
import { createStore } from './store.ts';

/** The thread that owns the database. It updates the search index between calls. */
serveStore({
  format: historyFormat,
  noChanges: { changed: [], purged: [], purgedMessages: [], deletedMessages: [] },
  createStore: (db, now) => {
    const { index, ...served } = createStore(db, now);
    return { ...served, doIdleWork: index.catchUp };
  },
});
