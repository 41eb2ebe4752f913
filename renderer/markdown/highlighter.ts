import type { HighlightRuns } from './highlight-code.ts';

/** What the worker is asked. */
export interface HighlightRequest {
  readonly id: number;
  readonly language: string;
  readonly pieces: readonly string[];
}

/** What it answers; no runs where it does not know the language. */
export interface HighlightAnswer {
  readonly id: number;
  readonly runs: HighlightRuns | undefined;
}

/** The part of a Worker that is used. */
export interface HighlightWorker {
  readonly post: (request: HighlightRequest) => void;
  /** Called once. */
  readonly listen: (onAnswer: (answer: HighlightAnswer) => void, onBroken: () => void) => void;
}

/** Colours code elsewhere and remembers some of it. */
export interface Highlighter {
  /** What is already cached. */
  readonly cached: (language: string, pieces: readonly string[]) => HighlightRuns | undefined;
  readonly highlight: (language: string, pieces: readonly string[]) => Promise<HighlightRuns | undefined>;
}

/** Longer code stays plain: its colours would take more memory than they are worth. */
const maxCodeLength = 200_000;
const maxCacheSize = 200_000;

/** Makes a highlighter whose worker starts when it is first needed. */
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

/** Whether some code is to be coloured at all. */
export function canHighlight(language: string, pieces: readonly string[]): boolean {
  return language !== '' && pieces.reduce((sum, { length }) => sum + length, 0) <= maxCodeLength;
}

function cacheKey(language: string, pieces: readonly string[]): string {
  return `${language}\n${pieces.join('')}`;
}
