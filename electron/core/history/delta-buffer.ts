import type { AnswerDelta } from '../../contract/answer.ts';
import { pushDelta } from '../../contract/apply-delta.ts';
import type { AnswerDeltas } from './repository/answers.ts';

/** How long growth may be in memory only; with the way to the disk it stays well under a second. */
const flushAfterMs = 300;

/** Gathers the growth of running answers, so that all of it is one small write now and then. */
export interface DeltaBuffer {
  readonly add: (messageId: string, deltas: readonly AnswerDelta[]) => void;
  /** Forgets an answer whose end is about to be written as a whole. */
  readonly drop: (messageId: string) => void;
  /** Writes what there is now. */
  readonly flush: () => void;
}

/** `write` gets what came since the last time. */
export function createDeltaBuffer(write: (batch: readonly AnswerDeltas[]) => void): DeltaBuffer {
  const gathered = new Map<string, AnswerDelta[]>();
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.size === 0) return;
    const batch = [...gathered].map(([messageId, deltas]) => ({ messageId, deltas }));
    gathered.clear();
    write(batch);
  };

  return {
    flush,
    drop: (messageId) => void gathered.delete(messageId),
    add: (messageId, deltas) => {
      const list = gathered.get(messageId) ?? [];
      gathered.set(messageId, list);
      for (const delta of deltas) pushDelta(list, delta);
      timer ??= setTimeout(flush, flushAfterMs);
    },
  };
}
