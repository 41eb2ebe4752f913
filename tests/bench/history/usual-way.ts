import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Queries of the usual approach: the index ranked by relevance, LIKE for what it can't find, the whole list, a whole conversation. */
export type UsualQuestion =
  | { readonly kind: 'ranked'; readonly match: string }
  | { readonly kind: 'like'; readonly text: string }
  | { readonly kind: 'list' }
  | { readonly kind: 'open'; readonly id: string };

export function openUsualWay(file: string) {
  const worker = new Worker(new URL('./usual-way-worker.ts', import.meta.url), { workerData: { file } });
  return {
    /** Runs one query at a time. */
    ask: async (question: UsualQuestion) => {
      worker.postMessage(question, []);
      const [rows] = (await once(worker, 'message')) as [readonly unknown[]]; // sent only by usual-way-worker.ts
      return rows;
    },
    close: () => worker.terminate(),
  };
}
