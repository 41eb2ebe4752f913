import { parentPort } from 'node:worker_threads';
import '../../../electron/core/history/history-worker.ts';

/** The history's own worker, which crashes when a conversation named `crash` is requested. */
parentPort?.on('message', (message: { readonly method?: string; readonly input?: unknown }) => {
  if (message.method === 'read' && message.input === 'crash') process.exit(1);
});
