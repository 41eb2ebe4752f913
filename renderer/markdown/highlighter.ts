import type { Runs } from './highlight-code.ts';

/** What the worker is asked. */
export interface HighlightRequest {
  readonly id: number;
  readonly language: string;
  readonly pieces: readonly string[];
}

/** What it answers; no runs where it does not know the language. */
export interface HighlightAnswer {
  readonly id: number;
  readonly runs: Runs | undefined;
}

/** The part of a Worker that is used. */
export interface HighlightWorker {
  readonly post: (request: HighlightRequest) => void;
  /** Called once. */
  readonly listen: (onAnswer: (answer: HighlightAnswer) => void, onBroken: () => void) => void;
}

/** Colours code elsewhere and remembers some of it. */
export interface Highlighter {
  /** What is already known. */
  readonly known: (language: string, pieces: readonly string[]) => Runs | undefined;
  readonly highlight: (language: string, pieces: readonly string[]) => Promise<Runs | undefined>;
}

/** Longer code stays plain: its colours would take more memory than they are worth. */
const longest = 200_000;
const mostRemembered = 200_000;

/** Makes a highlighter whose worker starts when it is first needed. */
export function createHighlighter(startWorker: () => HighlightWorker): Highlighter {
  const remembered = new Map<string, Runs>();
  const waiting = new Map<number, (runs: Runs | undefined) => void>();
  let size = 0;
  let nextId = 0;
  let worker: HighlightWorker | undefined;

  const giveUp = () => {
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
    worker = undefined;
  };
  const start = (): HighlightWorker => {
    const started = startWorker();
    started.listen(({ id, runs }) => {
      waiting.get(id)?.(runs);
      waiting.delete(id);
    }, giveUp);
    return started;
  };
  const remember = (key: string, runs: Runs) => {
    remembered.set(key, runs);
    size += key.length;
    for (const oldest of remembered.keys()) {
      if (size <= mostRemembered) break;
      remembered.delete(oldest);
      size -= oldest.length;
    }
  };
  const known: Highlighter['known'] = (language, pieces) => remembered.get(keyOf(language, pieces));

  return {
    known,
    highlight: async (language, pieces) => {
      if (!isWorthIt(language, pieces)) return undefined;
      const before = known(language, pieces);
      if (before !== undefined) return before;
      const id = nextId++;
      const answer = Promise.withResolvers<Runs | undefined>();
      waiting.set(id, answer.resolve);
      worker ??= start();
      worker.post({ id, language, pieces });
      const runs = await answer.promise;
      if (runs !== undefined) remember(keyOf(language, pieces), runs);
      return runs;
    },
  };
}

/** Whether some code is to be coloured at all. */
export function isWorthIt(language: string, pieces: readonly string[]): boolean {
  return language !== '' && pieces.reduce((sum, { length }) => sum + length, 0) <= longest;
}

function keyOf(language: string, pieces: readonly string[]): string {
  return `${language}\n${pieces.join('')}`;
}
