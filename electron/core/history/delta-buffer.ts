import type { AnswerDelta } from '../../contract/answer.ts';
import { pushDelta } from '../../contract/apply-delta.ts';
import type { Result } from '../../contract/failure.ts';
import type { Token } from '../../contract/tokens.ts';
import type { AnswerDeltas } from './repository/answers.ts';

/** How long deltas may be in memory only. With the write itself it stays well under a second. */
const flushAfterMs = 300;
/** How long a failed write waits for its repetition. */
const retryAfterMs = 2000;

type Collected = Required<Omit<AnswerDeltas, 'messageId'>>;

/**
 * Collects the deltas of all running answers, so that they become one small write now and then. Keeps them until they are written: at
 * most the running answers, which are in memory anyway. Writes one batch at a time, so that deltas stay in their order.
 */
export function createDeltaBuffer(write: (batch: readonly AnswerDeltas[]) => Promise<Result<undefined>>) {
  let collected = new Map<string, { readonly deltas: AnswerDelta[]; readonly tokens: Token[] }>();
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const collect = (messageId: string, deltas: readonly AnswerDelta[], tokens: readonly Token[] = []): void => {
    const added = collected.get(messageId) ?? { deltas: [], tokens: [] };
    collected.set(messageId, added);
    for (const delta of deltas) pushDelta(added.deltas, delta);
    for (const token of tokens) added.tokens.push(token);
  };

  const schedule = (ms: number): void => {
    if (!isClosed && collected.size > 0) timer ??= setTimeout(() => void flush(), ms);
  };

  const writeBatch = async (): Promise<void> => {
    const batch = [...collected].map(([messageId, { deltas, tokens }]) => ({ messageId, deltas, tokens }));
    collected = new Map();
    const written = await write(batch);
    if (!written.ok) {
      const newer = collected;
      collected = new Map();
      for (const { messageId, deltas, tokens } of batch) collect(messageId, deltas, tokens);
      for (const [messageId, { deltas, tokens }] of newer) collect(messageId, deltas, tokens);
    }
    writing = undefined;
    schedule(written.ok ? flushAfterMs : retryAfterMs);
  };

  /** Writes the collected deltas now. Resolves when they are written, or can't be. */
  const flush = async (): Promise<void> => {
    await writing;
    clearTimeout(timer);
    timer = undefined;
    // another caller may have started a write
    if (collected.size > 0) writing ??= writeBatch();
    await writing;
  };

  return {
    add: (messageId: string, deltas: readonly AnswerDelta[], tokens?: readonly Token[]): void => {
      collect(messageId, deltas, tokens);
      if (!writing) schedule(flushAfterMs);
    },
    /** Waits for a write in progress, then removes the deltas of an answer that aren't written and returns them. */
    take: async (messageId: string): Promise<Collected> => {
      await writing;
      const { deltas = [], tokens = [] } = collected.get(messageId) ?? {};
      collected.delete(messageId);
      return { deltas, tokens };
    },
    flush,
    /** Writes the collected deltas a last time. */
    close: async (): Promise<void> => {
      isClosed = true;
      await flush();
      clearTimeout(timer);
    },
  };
}
