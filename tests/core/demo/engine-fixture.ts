import { chat } from '../../../electron/core/demo/engines/chat-engine.ts';
import { chatRequestSchema } from '../../../electron/core/demo/engines/requests.ts';
import { serviceModels, type DemoModel } from '../../../electron/core/demo/engines/demo-model.ts';
import type { Generation } from '../../../electron/core/demo/engines/generation.ts';
import { assembleAnswer, type AssembledAnswer } from '../../../electron/core/demo/dialects/dialect.ts';

/** Returns the engine's model of this name. */
export function model(id: string): DemoModel {
  const found = serviceModels.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`There is no model ${id}.`);
  return found;
}

/** Returns the same random numbers in every run. */
export function sameChance(): { readonly entropy: () => number; readonly newId: () => string } {
  let last = 0;
  return {
    entropy: () => 7,
    newId: () => {
      last += 1;
      return `id-${last}`;
    },
  };
}

/** Returns what an engine generates for a question or for messages. */
export function generated(id: string, question: string | readonly object[], more: object = {}): Generation {
  const messages = typeof question === 'string' ? [{ role: 'user', content: question }] : question;
  return chat(chatRequestSchema.parse({ model: id, messages, temperature: 0, ...more }), model(id), sameChance());
}

/** Returns the same in one piece. */
export function answered(id: string, question: string | readonly object[], more: object = {}): AssembledAnswer {
  return assembleAnswer(generated(id, question, more).deltas);
}
