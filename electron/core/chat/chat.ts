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
  return {
    stop: (id) => underWay.get(id)?.abort(),
    ask: async ({ id, model: modelId, messages, parameters }, signal) => {
      if (underWay.has(id)) return failed('invalid-input', 'This turn is being answered already.', 'Wait for it, or stop it.');
      const reached = await reach();
      if (!reached.ok) return reached;
      const { client, mode, models } = reached.value;
      const model = models.find((each) => each.id === modelId);
      if (!model) return failed('unknown-model', `The model ${modelId} is not known here.`, 'Choose another model.');
      const request = { model, messages, ...(parameters ? { parameters } : {}) };
      const stopping = new AbortController();
      underWay.set(id, stopping);
      try {
        const call = { mode, signal: AbortSignal.any([signal, stopping.signal]) };
        const { answer, failure } = await client.chat(request, call, (delta) => onProgress({ id, deltas: [delta] }));
        return ok({ answer, failure });
      } finally {
        underWay.delete(id);
      }
    },
  };
}
