import type { HighlightRuns } from './highlight-code.ts';

/** A request to the worker. */
export interface HighlightRequest {
  readonly id: number;
  readonly language: string;
  readonly pieces: readonly string[];
}

/** The worker's response. No runs if the language is unknown. */
export interface HighlightAnswer {
  readonly id: number;
  readonly runs: HighlightRuns | undefined;
}

/** The used part of a Worker. */
export interface HighlightWorker {
  readonly post: (request: HighlightRequest) => void;
  /** Called once per worker. */
  readonly listen: (onAnswer: (answer: HighlightAnswer) => void, onBroken: () => void) => void;
}

/** Highlights code in a worker and caches results. */
export interface Highlighter {
  /** Returns a cached result. */
  readonly cached: (language: string, pieces: readonly string[]) => HighlightRuns | undefined;
  readonly highlight: (language: string, pieces: readonly string[]) => Promise<HighlightRuns | undefined>;
}

/** Longer code stays plain, because its runs would use too much memory. */
const maxCodeLength = 200_000;
const maxCacheSize = 200_000;

/** Creates a highlighter that starts its worker on first use. */
export function createHighlighter(startWorker: () => HighlightWorker): Highlighter {
  const cache = new Map<string, HighlightRuns>();
  const pending = new Map<number, (runs: HighlightRuns | undefined) => void>();
  let size = 0;
  let nextId = 0;
  let worker: HighlightWorker | undefined;

  const resolvePending = () => {
    for (const resolve of pending.values()) resolve(undefined);
    pending.clear();
    worker = undefined;
  };
  const start = (): HighlightWorker => {
    const started = startWorker();
    started.listen(({ id, runs }) => {
      pending.get(id)?.(runs);
      pending.delete(id);
    }, resolvePending);
    return started;
  };
  const addToCache = (key: string, runs: HighlightRuns) => {
    cache.set(key, runs);
    size += key.length;
    for (const oldest of cache.keys()) {
      if (size <= maxCacheSize) break;
      cache.delete(oldest);
      size -= oldest.length;
    }
  };
  const cached: Highlighter['cached'] = (language, pieces) => cache.get(cacheKey(language, pieces));

  return {
    cached,
    highlight: async (language, pieces) => {
      if (!canHighlight(language, pieces)) return undefined;
      const before = cached(language, pieces);
      if (before !== undefined) return before;
      const id = nextId++;
      const answer = Promise.withResolvers<HighlightRuns | undefined>();
      pending.set(id, answer.resolve);
      worker ??= start();
      worker.post({ id, language, pieces });
      const runs = await answer.promise;
      if (runs !== undefined) addToCache(cacheKey(language, pieces), runs);
      return runs;
    },
  };
}

/** Whether code has a language and is short enough. */
export function canHighlight(language: string, pieces: readonly string[]): boolean {
  return language !== '' && pieces.reduce((sum, { length }) => sum + length, 0) <= maxCodeLength;
}

function cacheKey(language: string, pieces: readonly string[]): string {
  return `${language}\n${pieces.join('')}`;
}
