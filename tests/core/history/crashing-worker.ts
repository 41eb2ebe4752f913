import { parentPort } from 'node:worker_threads';
import '../../../electron/core/history/history-worker.ts';

/** The history's own worker, which falls over when it is asked for a conversation named `crash`. */
parentPort?.on('message', (message: { readonly method?: string; readonly input?: unknown }) => {
  if (message.method === 'read' && message.input === 'crash') process.exit(1);
});
