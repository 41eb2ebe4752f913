import { chat } from '../../../electron/core/demo/engines/chat-engine.ts';
import { chatRequestSchema } from '../../../electron/core/demo/engines/requests.ts';
import { serviceModels, type DemoModel } from '../../../electron/core/demo/engines/demo-model.ts';
import { assembleAnswer } from '../../../electron/core/demo/dialects/dialect.ts';

export function model(id: string): DemoModel {
  const found = serviceModels.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`There is no model ${id}.`);
  return found;
}

/** Returns what an engine answers to a question or to messages. */
export function answered(id: string, question: string | readonly object[], more: object = {}) {
  const messages = typeof question === 'string' ? [{ role: 'user', content: question }] : question;
  const request = chatRequestSchema.parse({ model: id, messages, temperature: 0, ...more });
  let last = 0;
  const random = { entropy: () => 7, newId: () => `id-${(last += 1)}` };
  return assembleAnswer(chat(request, model(id), random).deltas);
}
