import { endToken } from './model-tokens.ts';
import { messageText, type Message } from './requests.ts';

/** Returns messages as the text that a model reads. `isOpen` adds what comes before the next answer. */
export function renderTemplate(messages: readonly Message[], isOpen: boolean): string {
  const turns = messages.map((message) => `<|${message.role}|>\n${messageText(message)}${endToken}\n`);
  return `<|begin|>${turns.join('')}${isOpen ? '<|assistant|>\n' : ''}`;
}
