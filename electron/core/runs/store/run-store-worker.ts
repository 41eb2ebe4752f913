import { serveStore } from '../../shared/sqlite/serve-store.ts';
import { runsFormat } from './schema.ts';
import { createRunStore } from './run-store.ts';

/** The thread that owns the file of runs. Tables are read, and results written to files, on it too. */
serveStore({ format: runsFormat, noChanges: undefined, createStore: createRunStore });
