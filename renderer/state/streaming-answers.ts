import type { StoredAnswer } from '../../electron/contract/history.ts';
import type { TypedBridge } from '../bridge/bridge.ts';
import { createStreamingAnswer, finishedParts, type StreamingAnswer, type PartStores, type AnswerSnapshot } from './streaming-answer.ts';

/** The running answers of all conversations, and the answers that finished while this window was open. */
export interface StreamingAnswers {
  /** Returns the streaming answer of a running message. Created from the stored parts if its beginning was missed. */
  readonly forMessage: (message: StoredAnswer) => StreamingAnswer;
  /** Returns the parts of any answer, in the stores it was streamed into if they are still remembered. */
  readonly partsOf: (message: StoredAnswer) => PartStores;
}

/** Older finished answers are drawn from their stored parts. */
const maxFinished = 32;

/** Subscribes to all answers from their beginning, so that opening a conversation never duplicates text. */
export function createStreamingAnswers({ on }: Pick<TypedBridge, 'on'>, now: () => number): StreamingAnswers {
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
    forMessage,
    partsOf: (message) =>
      message.state === 'running' ? forMessage(message).parts : (finished.get(message.id)?.parts ?? finishedParts(message.answer.parts)),
  };
}

function toSnapshot({ parts, timings }: StoredAnswer['answer']): AnswerSnapshot {
  return { parts, elapsedMs: timings.totalMs };
}
