import type { StoredMessage } from '../../electron/contract/history.ts';

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
export function quoted(text: string): string {
  const lines = text.trim().split('\n');
  return `${lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')}\n\n`;
}
