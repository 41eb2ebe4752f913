import type { AnswerDelta, AnswerPart } from '../../electron/contract/answer.ts';
import type { StoredMessage } from '../../electron/contract/history.ts';
import type { SavedStep } from './notebook-text.ts';

/** Returns the text of an answer. */
export function textOf(parts: readonly AnswerPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

/** Returns what a delta adds to the text. */
export function deltaText(delta: AnswerDelta): string {
  if (delta.kind === 'append') return delta.text;
  return delta.kind === 'part' && delta.part.kind === 'text' ? delta.part.text : '';
}

/** Returns the messages of a saved text as its steps. */
export function toSteps(messages: readonly StoredMessage[]): readonly SavedStep[] {
  return messages.flatMap((message): readonly SavedStep[] => {
    if (message.role === 'assistant') return [{ kind: 'continuation', messageId: message.id, text: textOf(message.answer.parts) }];
    return message.role === 'user' ? [{ kind: 'sent', prompt: message.text, suffix: message.suffix ?? '' }] : [];
  });
}

/** Returns the messages up to one of them, or all. */
export function upTo(messages: readonly StoredMessage[], messageId: string | null): readonly StoredMessage[] {
  const index = messages.findIndex(({ id }) => id === messageId);
  return index === -1 ? messages : messages.slice(0, index + 1);
}

/** Returns the message before the last continuation and its text, which another continuation of the same text follows too. */
export function parentOfStep(messages: readonly StoredMessage[]): string | null {
  const sent = messages.at(-2);
  return sent?.role === 'user' ? sent.parentId : (messages.at(-1)?.parentId ?? null);
}
