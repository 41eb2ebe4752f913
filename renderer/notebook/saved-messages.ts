import type { AnswerDelta } from '../../electron/contract/answer.ts';
import type { StoredMessage } from '../../electron/contract/history.ts';

/** Returns what a delta adds to the text. */
export function deltaText(delta: AnswerDelta): string {
  if (delta.kind === 'append') return delta.text;
  return delta.kind === 'part' && delta.part.kind === 'text' ? delta.part.text : '';
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
