import { serveStore } from '../shared/sqlite/serve-store.ts';
import { runsFormat } from './store/schema.ts';
import { createRunStore } from './store/run-store.ts';

/** The thread that owns the file of runs. Tables are read, and results written to files, on it too. */
serveStore({ format: runsFormat, noChanges: undefined, createStore: createRunStore });
