import type { StoredAnswer } from '../../electron/contract/history.ts';
import type { TypedBridge } from '../bridge/bridge.ts';
import { createStreamingAnswer, finishedParts, type StreamingAnswer, type PartStores, type AnswerSnapshot } from './streaming-answer.ts';

/** The answers that are being written, in whichever conversation, and those that were while this window looked on. */
export interface StreamingAnswers {
  /** The live answer of a message that is running; made from what is kept where its beginning was missed. */
  readonly of: (message: StoredAnswer) => StreamingAnswer;
  /** The parts to show of any answer: the very stores it grew in, as long as they are remembered. */
  readonly partsOf: (message: StoredAnswer) => PartStores;
}

/** As many answers as one looks back at; older ones are drawn from what is kept. */
const remembered = 32;

/** Starts listening. All answers are followed from their beginning, so that opening a conversation never doubles a word. */
export function createStreamingAnswers({ on }: Pick<TypedBridge, 'on'>, now: () => number): StreamingAnswers {
  const running = new Map<string, StreamingAnswer>();
  const over = new Map<string, StreamingAnswer>();

  const of = ({ id, answer }: StoredAnswer) => {
    const known = running.get(id);
    if (known !== undefined) return known;
    const live = createStreamingAnswer(now, soFar(answer));
    over.delete(id);
    running.set(id, live);
    return live;
  };

  const end = ({ id, answer }: StoredAnswer) => {
    const live = running.get(id);
    if (live === undefined) return;
    live.settle(answer.parts);
    running.delete(id);
    over.set(id, live);
    for (const oldest of over.keys()) {
      if (over.size <= remembered) break;
      over.delete(oldest);
    }
  };

  on('chat.message', (message) => {
    if (message.role !== 'assistant') return;
    const known = running.get(message.id);
    if (message.state !== 'running') end(message);
    else if (known === undefined) of(message);
    else known.retell(soFar(message.answer));
  });
  on('chat.progress', ({ messageId, deltas }) => {
    // Of an answer that nobody has opened since the window was loaded, nothing is shown.
    running.get(messageId)?.grow(deltas);
  });

  return {
    of,
    partsOf: (message) =>
      message.state === 'running' ? of(message).parts : (over.get(message.id)?.parts ?? finishedParts(message.answer.parts)),
  };
}

function soFar({ parts, timings }: StoredAnswer['answer']): AnswerSnapshot {
  return { parts, spentMs: timings.totalMs };
}
