import type { AnswerDelta, AnswerPart } from '../../electron/contract/answer.ts';
import { applyDelta } from '../../electron/contract/apply-delta.ts';
import { createStore, type Store, type WritableStore } from './store.ts';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import type { TypedBridge } from '../bridge/bridge.ts';

/** A part of an answer, with its start and end in milliseconds of the page's clock. */
export interface StreamingPart {
  readonly part: AnswerPart;
  /** Null if it began before the window was loaded. */
  readonly startedAt: number | null;
  /** Null while it is streaming. */
  readonly endedAt: number | null;
}

/** The stores of the parts, in order. A new array only when a part begins. */
type PartStores = Store<readonly Store<StreamingPart>[]>;

/**
 * An answer that is streaming. It lives outside React's state, with a store per part, so that a delta re-renders only the view of
 * its part, however long the conversation is.
 */
export type StreamingAnswer = ReturnType<typeof createStreamingAnswer>;

/** The parts of a running answer so far, and the time it has taken. */
export interface AnswerSnapshot {
  readonly parts: readonly AnswerPart[];
  readonly elapsedMs: number;
}

/** Creates a streaming answer. `initial` is its content before the window listened. */
export function createStreamingAnswer(now: () => number, initial: AnswerSnapshot = { parts: [], elapsedMs: 0 }) {
  const startedAt = createStore(now() - initial.elapsedMs);
  const toStreamingParts = (snapshot: readonly AnswerPart[]): readonly StreamingPart[] =>
    snapshot.map((part, index) => {
      const isLast = index === snapshot.length - 1;
      return isLast
        ? { part: withoutDuration(part), startedAt: estimateStart(part, now()), endedAt: null }
        : { part, startedAt: null, endedAt: 0 };
    });
  const parts = createStore<readonly WritableStore<StreamingPart>[]>(toStreamingParts(initial.parts).map(createStore));

  /** Ends the open parts, because only one grows at a time. */
  const endParts = (at: number) => {
    for (const store of parts.read()) {
      const current = store.read();
      if (current.endedAt === null) store.write({ ...current, endedAt: at });
    }
  };

  const applyOne = (delta: AnswerDelta) => {
    const store = parts.read()[delta.index];
    const current = store?.read();
    const part = applyDelta(current?.part, delta);
    if (part === undefined) return;
    if (store !== undefined && current !== undefined) {
      // The continuation of an answer reaches a part that has ended.
      const isReopened = delta.kind === 'append' && current.endedAt !== null;
      if (isReopened) endParts(now());
      store.write({ ...current, part, endedAt: isReopened ? null : current.endedAt });
    } else if (delta.index === parts.read().length) {
      endParts(now());
      parts.write([...parts.read(), createStore<StreamingPart>({ part, startedAt: now(), endedAt: null })]);
    }
  };

  const finishPart = (part: AnswerPart, index: number) => {
    const store = parts.read()[index];
    const current = store?.read();
    if (store === undefined || current === undefined) return createStore<StreamingPart>({ part, startedAt: null, endedAt: 0 });
    store.write({ ...current, part, endedAt: current.endedAt ?? now() });
    return store;
  };

  return {
    /** In milliseconds of the page's clock. */
    startedAt: startedAt as Store<number>,
    parts: parts as PartStores,
    apply: (deltas: readonly AnswerDelta[]) => {
      for (const delta of deltas) applyOne(delta);
    },
    /** Replaces everything with a snapshot of the main process. Later deltas apply to the snapshot. */
    replace: (snapshot: AnswerSnapshot) => {
      startedAt.write(now() - snapshot.elapsedMs);
      const before = parts.read();
      const after = toStreamingParts(snapshot.parts).map((next, index) => {
        const store = before[index] ?? createStore(next);
        const { startedAt: knownStart, endedAt } = store.read();
        store.write({
          part: next.part,
          startedAt: next.startedAt ?? knownStart,
          endedAt: next.endedAt === null ? null : (endedAt ?? now()),
        });
        return store;
      });
      if (after.length !== before.length) parts.write(after);
    },
    /** Ends the answer with its saved parts. Parts keep their stores, so that views keep their scroll position and disclosures. */
    finish: (saved: readonly AnswerPart[]) => {
      const before = parts.read();
      const after = saved.map(finishPart);
      if (after.length !== before.length) parts.write(after);
    },
  };
}

/** Estimates when a reasoning part began that was running before the window listened. */
function estimateStart(part: AnswerPart, now: number): number | null {
  return part.kind === 'reasoning' && part.durationMs !== undefined ? now - part.durationMs : null;
}

/** Removes the duration of a reasoning part that is still running. */
function withoutDuration(part: AnswerPart): AnswerPart {
  return part.kind === 'reasoning' ? { kind: part.kind, text: part.text } : part;
}

/** Returns the current parts. */
export function snapshotParts({ parts }: Pick<StreamingAnswer, 'parts'>): readonly AnswerPart[] {
  return parts.read().map((store) => store.read().part);
}

/** Wraps the parts of a finished answer in stores, so that the same views show finished and running answers. */
export function finishedParts(parts: readonly AnswerPart[]): PartStores {
  return createStore(parts.map((part) => createStore<StreamingPart>({ part, startedAt: null, endedAt: 0 })));
}

/** Older finished answers are drawn from their stored parts. */
const maxFinished = 32;

/**
 * Keeps the running answers of all conversations, and those that finished while this window was open. Subscribes to all from their
 * beginning, so that opening a conversation never duplicates text.
 */
export function createStreamingAnswers({ on }: Pick<TypedBridge, 'on'>, now: () => number) {
  const running = new Map<string, StreamingAnswer>();
  const finished = new Map<string, StreamingAnswer>();

  const forMessage = ({ id, answer }: StoredAnswer) => {
    const existing = running.get(id);
    if (existing !== undefined) return existing;
    const answerStream = createStreamingAnswer(now, toSnapshot(answer));
    finished.delete(id);
    running.set(id, answerStream);
    return answerStream;
  };

  const finish = ({ id, answer }: StoredAnswer) => {
    const answerStream = running.get(id);
    if (answerStream === undefined) return;
    answerStream.finish(answer.parts);
    running.delete(id);
    finished.set(id, answerStream);
    for (const oldest of finished.keys()) {
      if (finished.size <= maxFinished) break;
      finished.delete(oldest);
    }
  };

  on('chat.message', (message) => {
    if (message.role !== 'assistant') return;
    const existing = running.get(message.id);
    if (message.state !== 'running') finish(message);
    else if (existing === undefined) forMessage(message);
    else existing.replace(toSnapshot(message.answer));
  });
  on('chat.progress', ({ messageId, deltas }) => {
    // An answer that was not opened since the window was loaded is not shown.
    running.get(messageId)?.apply(deltas);
  });

  return {
    /** Returns the streaming answer of a running message. Created from the stored parts if its beginning was missed. */
    forMessage,
    /** Returns the parts of any answer, in the stores it was streamed into if they are still remembered. */
    partsOf: (message: StoredAnswer): PartStores =>
      message.state === 'running' ? forMessage(message).parts : (finished.get(message.id)?.parts ?? finishedParts(message.answer.parts)),
  };
}

function toSnapshot({ parts, timings }: StoredAnswer['answer']): AnswerSnapshot {
  return { parts, elapsedMs: timings.totalMs };
}
