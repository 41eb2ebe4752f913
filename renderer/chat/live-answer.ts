import type { AnswerDelta, AnswerPart } from '../../electron/contract/answer.ts';
import { createStore, type Store, type WritableStore } from '../state/store.ts';
import { growPart } from './part-growth.ts';

/** A part of an answer, and when it began and ended, in milliseconds of the page's own clock. */
export interface LivePart {
  readonly part: AnswerPart;
  /** Null where it was not seen to begin. */
  readonly startedAt: number | null;
  /** Null while it grows. */
  readonly endedAt: number | null;
}

/** The stores of the parts, in order; a new array only when a part begins. */
export type PartStores = Store<readonly Store<LivePart>[]>;

/**
 * An answer while it is being written. It lives outside React's state, with a store per part:
 * a delta wakes only the view of the part it grows, however long the conversation is.
 */
export interface LiveAnswer {
  readonly startedAt: number;
  readonly parts: PartStores;
  readonly grow: (deltas: readonly AnswerDelta[]) => void;
}

/** Makes the live answer, empty. */
export function createLiveAnswer(now: () => number): LiveAnswer {
  const parts = createStore<readonly WritableStore<LivePart>[]>([]);

  const begin = (part: AnswerPart, at: number) => {
    const before = parts.read();
    // Pieces follow one another: where one begins, the one before has ended.
    const last = before.at(-1);
    if (last !== undefined && last.read().endedAt === null) last.write({ ...last.read(), endedAt: at });
    parts.write([...before, createStore<LivePart>({ part, startedAt: at, endedAt: null })]);
  };

  const growOne = (delta: AnswerDelta) => {
    const store = parts.read()[delta.index];
    const live = store?.read();
    const part = growPart(live?.part, delta);
    if (part === undefined) return;
    if (store !== undefined && live !== undefined) store.write({ ...live, part });
    else if (delta.index === parts.read().length) begin(part, now());
  };

  return {
    startedAt: now(),
    parts,
    grow: (deltas) => {
      for (const delta of deltas) growOne(delta);
    },
  };
}

/** The parts as they stand. */
export function partsSoFar({ parts }: LiveAnswer): readonly AnswerPart[] {
  return parts.read().map((store) => store.read().part);
}

/** How long each part was being written, by its place; `until` ends the one that still is. */
export function partTimes({ parts }: LiveAnswer, until: number): readonly number[] {
  return parts.read().map((store) => {
    const { startedAt, endedAt } = store.read();
    return (endedAt ?? until) - (startedAt ?? until);
  });
}

/** The parts of an answer that is over, in the form of a running one: so the same views show both and keep their state. */
export function settledParts(parts: readonly AnswerPart[], times: readonly number[]): PartStores {
  const stores = parts.map((part, index) => {
    const time = times[index];
    return createStore<LivePart>(time === undefined ? { part, startedAt: null, endedAt: 0 } : { part, startedAt: 0, endedAt: time });
  });
  return createStore(stores);
}
