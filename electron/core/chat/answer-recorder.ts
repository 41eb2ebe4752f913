import type { Answer, AnswerDelta, AnswerPart } from '../../contract/answer.ts';
import type { StoredAnswer } from '../../contract/history.ts';
import type { Token } from '../../contract/tokens.ts';
import { createAnswerBuffer } from './answer-buffer.ts';
import type { ChatDependencies } from './chat-dependencies.ts';

/** Emits and saves an answer while it arrives. */
export interface AnswerRecorder {
  readonly push: (delta: AnswerDelta) => void;
  readonly pushTokens: (tokens: readonly Token[]) => void;
  /** Emits and saves everything pushed so far. */
  readonly flush: () => void;
  /** Returns the message as far as it was pushed. */
  readonly partial: () => StoredAnswer;
  /**
   * Returns an answer without its tokens if all of them were pushed as they are, because they are saved then. Sending those of a long
   * answer again would block the process for a second.
   */
  readonly withUnsavedTokens: (answer: Answer) => Answer;
  /** Returns the parts with the duration of their reasoning. */
  readonly timed: (parts: readonly AnswerPart[]) => readonly AnswerPart[];
}

/** Creates a recorder for a message, which may have the beginning of the answer already. */
export function createAnswerRecorder(chat: ChatDependencies, message: StoredAnswer): AnswerRecorder {
  const { id: messageId, conversationId } = message;
  const { timings } = message.answer;
  const startedAt = chat.clock.now();
  const pushed: Token[] = [];
  let tokenCount = message.answer.tokenCount ?? 0;
  const buffer = createAnswerBuffer(message.answer.parts, chat.clock, (deltas, tokens) => {
    const batch = tokens.length === 0 ? {} : { tokens: { from: tokenCount, tokens } };
    tokenCount += tokens.length;
    chat.history.grow(messageId, deltas, tokens);
    try {
      chat.emit('chat.progress', { conversationId, messageId, deltas, ...batch });
    } catch (error) {
      chat.onBug(error); // a listener's bug must not end the answer, nor the process, since a timer calls this
    }
  });
  return {
    push: buffer.push,
    pushTokens: (tokens) => {
      for (const token of tokens) pushed.push(token);
      buffer.pushTokens(tokens);
    },
    flush: buffer.flush,
    partial: () => ({
      ...message,
      answer: {
        ...message.answer,
        parts: buffer.parts(),
        ...(tokenCount === 0 ? {} : { tokenCount }),
        timings: { ...timings, totalMs: timings.totalMs + chat.clock.now() - startedAt },
      },
    }),
    withUnsavedTokens: (answer) => {
      const { logprobs } = answer;
      const isSaved = logprobs?.length === pushed.length && logprobs.every((token, index) => token === pushed[index]);
      return isSaved ? { ...answer, logprobs: null } : answer;
    },
    timed: buffer.timed,
  };
}
