import { serveStore } from '../shared/sqlite/serve-store.ts';
import { runsFormat } from './store/schema.ts';
import { createRunStore } from './store/run-store.ts';

/** The thread that owns `runs.db`. It also reads tables and writes exports. */
serveStore({ format: runsFormat, noChanges: undefined, createStore: createRunStore });
