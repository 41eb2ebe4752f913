import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What the usual way is asked: the index ranked by relevance, LIKE for what it can't find, the whole list, a whole conversation. */
export type UsualQuestion =
  | { readonly kind: 'ranked'; readonly match: string }
  | { readonly kind: 'like'; readonly text: string }
  | { readonly kind: 'list' }
  | { readonly kind: 'open'; readonly id: string };

/** The usual way on the same file, on a thread of its own as ours is. */
export interface UsualWay {
  /** Answers one question at a time. */
  readonly ask: (question: UsualQuestion) => Promise<readonly unknown[]>;
  readonly close: () => Promise<unknown>;
}

/** Opens it. */
export function openUsualWay(file: string): UsualWay {
  const worker = new Worker(new URL('./usual-way-worker.ts', import.meta.url), { workerData: { file } });
  return {
    ask: async (question) => {
      worker.postMessage(question, []);
      const [rows] = (await once(worker, 'message')) as [readonly unknown[]]; // sent by usual-way-worker.ts alone
      return rows;
    },
    close: () => worker.terminate(),
  };
}
