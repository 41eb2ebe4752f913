import type { AnswerDelta, AnswerPart } from '../../electron/contract/answer.ts';
import { applyDelta } from '../../electron/contract/apply-delta.ts';
import { createStore, type Store, type WritableStore } from './store.ts';

/** A part of an answer, and when it began and ended, in milliseconds of the page's own clock. */
export interface StreamingPart {
  readonly part: AnswerPart;
  /** Null where it was not seen to begin. */
  readonly startedAt: number | null;
  /** Null while it grows. */
  readonly endedAt: number | null;
}

/** The stores of the parts, in order; a new array only when a part begins. */
export type PartStores = Store<readonly Store<StreamingPart>[]>;

/**
 * An answer while it is being written. It lives outside React's state, with a store per part:
 * a delta wakes only the view of the part it grows, however long the conversation is.
 */
export interface StreamingAnswer {
  /** When it began, in milliseconds of the page's own clock. */
  readonly startedAt: Store<number>;
  readonly parts: PartStores;
  readonly grow: (deltas: readonly AnswerDelta[]) => void;
  /** Takes it as the main process tells it anew: what is told from then on follows on that, whatever was known here. */
  readonly retell: (soFar: AnswerSnapshot) => void;
  /** Ends it with the parts as they were kept; what is shown stays in the same stores, and so keeps its place and its folds. */
  readonly settle: (parts: readonly AnswerPart[]) => void;
}

/** An answer that is under way, as far as it is known: its parts, and the time it has taken. */
export interface AnswerSnapshot {
  readonly parts: readonly AnswerPart[];
  readonly spentMs: number;
}

/** Makes the live answer; `first` is what was there before anybody listened. */
export function createStreamingAnswer(now: () => number, first: AnswerSnapshot = { parts: [], spentMs: 0 }): StreamingAnswer {
  const startedAt = createStore(now() - first.spentMs);
  const lives = (known: readonly AnswerPart[]): readonly StreamingPart[] =>
    known.map((part, index) => {
      const isLast = index === known.length - 1;
      return isLast ? { part: untimed(part), startedAt: beganAt(part, now()), endedAt: null } : { part, startedAt: null, endedAt: 0 };
    });
  const parts = createStore<readonly WritableStore<StreamingPart>[]>(lives(first.parts).map(createStore));

  const begin = (part: AnswerPart, at: number) => {
    const before = parts.read();
    // Pieces follow one another: where one begins, the one before has ended.
    const last = before.at(-1);
    if (last !== undefined && last.read().endedAt === null) last.write({ ...last.read(), endedAt: at });
    parts.write([...before, createStore<StreamingPart>({ part, startedAt: at, endedAt: null })]);
  };

  const growOne = (delta: AnswerDelta) => {
    const store = parts.read()[delta.index];
    const live = store?.read();
    const part = applyDelta(live?.part, delta);
    if (part === undefined) return;
    if (store !== undefined && live !== undefined) store.write({ ...live, part });
    else if (delta.index === parts.read().length) begin(part, now());
  };

  const settleOne = (part: AnswerPart, index: number) => {
    const store = parts.read()[index];
    const live = store?.read();
    if (store === undefined || live === undefined) return createStore<StreamingPart>({ part, startedAt: null, endedAt: 0 });
    store.write({ ...live, part, endedAt: live.endedAt ?? now() });
    return store;
  };

  return {
    startedAt,
    parts,
    grow: (deltas) => {
      for (const delta of deltas) growOne(delta);
    },
    retell: (soFar) => {
      startedAt.write(now() - soFar.spentMs);
      const before = parts.read();
      const after = lives(soFar.parts).map((live, index) => {
        const store = before[index] ?? createStore(live);
        const { startedAt: seenAt, endedAt } = store.read();
        store.write({ part: live.part, startedAt: live.startedAt ?? seenAt, endedAt: live.endedAt === null ? null : (endedAt ?? now()) });
        return store;
      });
      if (after.length !== before.length) parts.write(after);
    },
    settle: (kept) => {
      const before = parts.read();
      const after = kept.map(settleOne);
      if (after.length !== before.length) parts.write(after);
    },
  };
}

/** When a piece of thinking began that was under way before anybody here listened. */
function beganAt(part: AnswerPart, now: number): number | null {
  return part.kind === 'reasoning' && part.durationMs !== undefined ? now - part.durationMs : null;
}

/** A piece of thinking that goes on: the time it took is not known yet. */
function untimed(part: AnswerPart): AnswerPart {
  return part.kind === 'reasoning' ? { kind: part.kind, text: part.text } : part;
}

/** The parts as they stand. */
export function snapshotParts({ parts }: Pick<StreamingAnswer, 'parts'>): readonly AnswerPart[] {
  return parts.read().map((store) => store.read().part);
}

/** The parts of an answer that is over, in the form of a running one: the same views show both. */
export function finishedParts(parts: readonly AnswerPart[]): PartStores {
  return createStore(parts.map((part) => createStore<StreamingPart>({ part, startedAt: null, endedAt: 0 })));
}
