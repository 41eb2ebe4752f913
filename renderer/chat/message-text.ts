import type { StoredMessage } from '../../electron/contract/history.ts';
import { parseJson } from '../../electron/contract/json.ts';
import { chatText } from './text.ts';

/** Returns the message as plain text, without reasoning and service notices. */
export function messageText(message: StoredMessage): string {
  if (message.role !== 'assistant') return message.text;
  return message.answer.parts
    .filter((part) => part.kind === 'text' || part.kind === 'refusal')
    .map((part) => part.text)
    .join('\n\n');
}

/** Returns all text of a message that can be searched. */
export function searchableText(message: StoredMessage): string {
  if (message.role !== 'assistant') return message.text;
  return message.answer.parts.map((part) => (part.kind === 'tool-call' ? `${part.name} ${part.arguments}` : part.text)).join('\n');
}

/** Formats a text as a Markdown quotation. */
export function quoteText(text: string): string {
  const lines = text.trim().split('\n');
  return `${lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')}\n\n`;
}

/** Returns an error message for invalid JSON. */
export function jsonError(text: string): string | undefined {
  return parseJson(text) === undefined ? chatText.toolCall.invalidJson : undefined;
}
