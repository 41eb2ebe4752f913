import type { StoredMessage } from '../../electron/contract/history.ts';
import { parseJson } from '../../electron/contract/json.ts';

/** What a message says, as plain text: without thinking, and without what the service added. */
export function messageText(message: StoredMessage): string {
  if (message.role !== 'assistant') return message.text;
  return message.answer.parts
    .filter((part) => part.kind === 'text' || part.kind === 'refusal')
    .map((part) => part.text)
    .join('\n\n');
}

/** All words of a message in which one may look for something. */
export function searchableText(message: StoredMessage): string {
  if (message.role !== 'assistant') return message.text;
  return message.answer.parts.map((part) => (part.kind === 'tool-call' ? `${part.name} ${part.arguments}` : part.text)).join('\n');
}

/** A text as a quotation. */
export function quoteText(text: string): string {
  const lines = text.trim().split('\n');
  return `${lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')}\n\n`;
}

/** A JSON text with its lines broken; a text that is none stays as it is. */
export function prettyJson(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** What is wrong with a JSON text, in words; undefined where nothing is. */
export function jsonError(text: string): string | undefined {
  return parseJson(text) === undefined ? 'This is not valid JSON yet.' : undefined;
}
