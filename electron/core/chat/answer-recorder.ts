import type { Answer, AnswerDelta, AnswerPart } from '../../contract/answer.ts';
import { applyDelta, pushDelta } from '../../contract/apply-delta.ts';
import type { StoredAnswer } from '../../contract/history.ts';
import type { Token } from '../../contract/tokens.ts';
import type { ChatDependencies } from './chat-dependencies.ts';

/** Emits and saves an answer while it arrives. */
export type AnswerRecorder = ReturnType<typeof createAnswerRecorder>;

/**
 * Creates a recorder for a message, which may have the beginning of the answer already. Emits all deltas of one turn of the event loop
 * together, with adjoining text merged.
 */
export function createAnswerRecorder(
  chat: Pick<ChatDependencies, 'clock' | 'emit' | 'onBug'> & { readonly history: Pick<ChatDependencies['history'], 'grow'> },
  message: StoredAnswer,
) {
  const { id: messageId, conversationId } = message;
  const { timings } = message.answer;
  const startedAt = chat.clock.now();
  const parts = [...message.answer.parts];
  /** The first and the last time each new part was written to. */
  const times: { readonly from: number; to: number }[] = [];
  let latest = -1;
  let pending: AnswerDelta[] = [];
  let pendingTokens: Token[] = [];
  let timer: NodeJS.Immediate | undefined;
  const pushedTokens: Token[] = [];
  let tokenCount = message.answer.tokenCount ?? 0;

  const flush = (): void => {
    clearImmediate(timer);
    timer = undefined;
    if (pending.length === 0 && pendingTokens.length === 0) return;
    const [deltas, tokens] = [pending, pendingTokens];
    pending = [];
    pendingTokens = [];
    const batch = tokens.length === 0 ? {} : { tokens: { from: tokenCount, tokens } };
    tokenCount += tokens.length;
    chat.history.grow(messageId, deltas, tokens);
    try {
      chat.emit('chat.progress', { conversationId, messageId, deltas, ...batch });
    } catch (error) {
      chat.onBug(error); // a listener's bug must not end the answer, nor the process, since a timer calls this
    }
  };

  const measure = (index: number): void => {
    const now = chat.clock.now();
    latest = index;
    const own = times[index];
    if (own) {
      own.to = now;
      return;
    }
    times[index] = { from: now, to: now };
    const before = times[index - 1];
    if (before) before.to = now; // a part ends when the next one begins
  };

  const timed = (list: readonly AnswerPart[]): readonly AnswerPart[] =>
    list.map((part, index) => {
      const time = times[index];
      const durationMs = time ? Math.round(time.to - time.from) : 0;
      // an answer in one piece has no measurable duration
      return part.kind === 'reasoning' && durationMs > 0 ? { ...part, durationMs } : part;
    });

  return {
    push: (delta: AnswerDelta): void => {
      const part = applyDelta(parts[delta.index], delta);
      if (part) parts[delta.index] = part;
      measure(delta.index);
      pushDelta(pending, delta);
      timer ??= setImmediate(flush);
    },
    pushTokens: (tokens: readonly Token[]): void => {
      for (const token of tokens) {
        pushedTokens.push(token);
        pendingTokens.push(token);
      }
      timer ??= setImmediate(flush);
    },
    /** Emits and saves everything pushed so far. */
    flush,
    /** Returns the message as far as it was emitted, for a window that opens late: later deltas extend it. */
    partial: (): StoredAnswer => {
      flush();
      const current = times[latest];
      if (current) current.to = chat.clock.now();
      const totalMs = timings.totalMs + chat.clock.now() - startedAt;
      const count = tokenCount === 0 ? {} : { tokenCount };
      return { ...message, answer: { ...message.answer, parts: timed(parts), ...count, timings: { ...timings, totalMs } } };
    },
    /**
     * Returns an answer without its tokens if all of them were pushed as they are, because they are saved then. Sending those of a long
     * answer again would block the process for a second.
     */
    withUnsavedTokens: (answer: Answer): Answer => {
      const { logprobs } = answer;
      const isSaved = logprobs?.length === pushedTokens.length && logprobs.every((token, index) => token === pushedTokens[index]);
      return isSaved ? { ...answer, logprobs: null } : answer;
    },
    /** Returns the parts with the duration of their reasoning. */
    timed,
  };
}
