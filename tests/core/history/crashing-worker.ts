import { parentPort } from 'node:worker_threads';
import '../../../electron/core/history/history-worker.ts';

/** The history's own worker, which falls over when it is asked for a conversation named `crash`. */
parentPort?.on('message', (message: { readonly method?: string; readonly args?: readonly unknown[] }) => {
  if (message.method === 'read' && message.args?.[0] === 'crash') process.exit(1);
});
