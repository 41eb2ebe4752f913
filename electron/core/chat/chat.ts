import type { Model } from '../../contract/catalog.ts';
import type { AnswerProgress, Outcome, Question } from '../../contract/exchange.ts';
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { Mode } from '../../contract/profile.ts';
import type { ServiceClient } from '../service/service.ts';

export interface ChatOptions {
  /** The service as it is to be reached now. */
  readonly reach: () => Promise<Result<{ readonly client: ServiceClient; readonly mode: Mode; readonly models: readonly Model[] }>>;
  readonly onProgress: (progress: AnswerProgress) => void;
}

/** Answers turns of conversations. */
export interface Chat {
  /** Tells the answer's growth as it comes; the outcome follows when it is over, however it ended. */
  readonly ask: (question: Question, signal: AbortSignal) => Promise<Result<Outcome>>;
  /** Stops the engine; what came is the outcome. Not the same as cancelling `ask`, whose caller wants nothing more. */
  readonly stop: (id: string) => void;
}

/** Runs each turn on its own; several may be under way. */
export function createChat({ reach, onProgress }: ChatOptions): Chat {
  const underWay = new Map<string, AbortController>();

  const answer = async ({ id, model: modelId, messages, parameters }: Question, signal: AbortSignal): Promise<Result<Outcome>> => {
    const reached = await reach();
    if (!reached.ok) return reached;
    const { client, mode, models } = reached.value;
    const model = models.find((each) => each.id === modelId);
    if (!model) return failed('unknown-model', `The model ${modelId} is not known here.`, 'Choose another model.');
    const request = { model, messages, ...(parameters ? { parameters } : {}) };
    const { answer: parts, failure } = await client.chat(request, { mode, signal }, (delta) => onProgress({ id, deltas: [delta] }));
    return ok({ answer: parts, failure });
  };

  return {
    stop: (id) => underWay.get(id)?.abort(),
    ask: async (question, signal) => {
      const { id } = question;
      if (underWay.has(id)) return failed('invalid-input', 'This turn is being answered already.', 'Wait for it, or stop it.');
      const stopping = new AbortController();
      underWay.set(id, stopping); // before anything is waited for, so that it can be stopped from the start
      try {
        return await answer(question, AbortSignal.any([signal, stopping.signal]));
      } finally {
        underWay.delete(id);
      }
    },
  };
}
