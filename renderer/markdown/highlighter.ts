import type { createLowlight } from 'lowlight';

/**
 * Highlighting as compact data, because it is kept while the code is shown: for each piece a list of pairs, an index
 * into `names` and a number of characters.
 */
export interface HighlightRuns {
  readonly names: readonly string[];
  readonly pieces: readonly Uint32Array[];
}

type Lowlight = Pick<ReturnType<typeof createLowlight>, 'highlight' | 'registered'>;
type Node = ReturnType<Lowlight['highlight']>['children'][number];

/** Highlights code and splits the result like its pieces. Returns undefined for an unknown language. */
export function highlightCode(lowlight: Lowlight, language: string, pieces: readonly string[]): HighlightRuns | undefined {
  if (!lowlight.registered(language)) return undefined;
  // index 0 means no class
  const names = [''];
  const pairs: [name: number, length: number][] = [];
  const collect = (nodes: readonly Node[], name: number) => {
    for (const node of nodes) {
      if (node.type === 'text') pairs.push([name, node.value.length]);
      else if (node.type === 'element') collect(node.children, classIndex(names, node.properties['className'], name));
    }
  };
  collect(lowlight.highlight(language, pieces.join(''), { prefix: 'hl-' }).children, 0);
  return {
    names,
    pieces: cutPairs(
      pairs,
      pieces.map(({ length }) => length),
    ),
  };
}

/** The innermost element's first class counts. Further classes only refine it. */
function classIndex(names: string[], own: unknown, outer: number): number {
  if (!Array.isArray(own)) return outer;
  const name = String(own[0]);
  const index = names.indexOf(name);
  return index >= 0 ? index : names.push(name) - 1;
}

function cutPairs(pairs: readonly (readonly [name: number, length: number])[], lengths: readonly number[]): readonly Uint32Array[] {
  let next = 0;
  let used = 0;
  return lengths.map((length) => {
    const row: number[] = [];
    for (let remaining = length; remaining > 0;) {
      const [name, all] = pairs[next] ?? [0, remaining];
      const taken = Math.min(remaining, all - used);
      row.push(name, taken);
      remaining -= taken;
      used += taken;
      if (used < all) continue;
      used = 0;
      next += 1;
    }
    return Uint32Array.from(row);
  });
}

/** A request to the worker. */
export interface HighlightRequest {
  readonly id: number;
  readonly language: string;
  readonly pieces: readonly string[];
}

/** What the worker says about a request: that it has begun, or its runs. No runs if the language is unknown. */
export type HighlightAnswer =
  | { readonly id: number; readonly kind: 'begun' }
  | { readonly id: number; readonly kind: 'done'; readonly runs: HighlightRuns | undefined };

/** The used part of a Worker. It answers one request after the other. */
export interface HighlightWorker {
  readonly post: (request: HighlightRequest) => void;
  /** Called once per worker. */
  readonly listen: (onAnswer: (answer: HighlightAnswer) => void, onBroken: () => void) => void;
  readonly terminate: () => void;
}

/** Longer code stays plain, because its runs would use too much memory. */
const maxCodeLength = 200_000;
const maxCacheSize = 200_000;
/** Some grammars take quadratic time for long words, so a block that takes longer stays plain. */
const maxHighlightMs = 1000;

/** Creates what highlights code in a worker, started on first use, and caches results. */
export function createHighlighter(startWorker: () => HighlightWorker) {
  const cache = new Map<string, HighlightRuns | undefined>();
  /** In the order of the worker's work. */
  const pending = new Map<number, { readonly request: HighlightRequest; readonly resolve: (runs: HighlightRuns | undefined) => void }>();
  let size = 0;
  let nextId = 0;
  let worker: HighlightWorker | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const finish = (id: number | undefined, runs: HighlightRuns | undefined) => {
    clearTimeout(timer);
    if (id === undefined) return;
    pending.get(id)?.resolve(runs);
    pending.delete(id);
  };
  /** Leaves the current block plain, and gives the others to a new worker. */
  const replaceWorker = () => {
    worker?.terminate();
    worker = undefined;
    finish(pending.keys().next().value, undefined);
    for (const { request } of pending.values()) post(request);
  };
  const start = (): HighlightWorker => {
    const started = startWorker();
    started.listen((answer) => {
      if (answer.kind === 'done') finish(answer.id, answer.runs);
      else timer = setTimeout(replaceWorker, maxHighlightMs);
    }, replaceWorker);
    return started;
  };
  const post = (request: HighlightRequest) => {
    worker ??= start();
    worker.post(request);
  };
  const addToCache = (key: string, runs: HighlightRuns | undefined) => {
    cache.set(key, runs);
    size += key.length;
    for (const oldest of cache.keys()) {
      if (size <= maxCacheSize) break;
      cache.delete(oldest);
      size -= oldest.length;
    }
  };
  const cached = (language: string, pieces: readonly string[]) => cache.get(cacheKey(language, pieces));

  return {
    /** Returns a cached result. */
    cached,
    highlight: async (language: string, pieces: readonly string[]): Promise<HighlightRuns | undefined> => {
      if (!canHighlight(language, pieces)) return undefined;
      const key = cacheKey(language, pieces);
      if (cache.has(key)) return cache.get(key);
      const id = nextId++;
      const request = { id, language, pieces };
      const answer = Promise.withResolvers<HighlightRuns | undefined>();
      pending.set(id, { request, resolve: answer.resolve });
      post(request);
      const runs = await answer.promise;
      // also none, so that the block isn't tried again whenever it comes into view
      if (!cache.has(key)) addToCache(key, runs);
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
