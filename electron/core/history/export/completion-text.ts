import type { StoredMessage } from '../../../contract/history.ts';
import type { Token } from '../../../contract/tokens.ts';

/** The text of a completion: what was sent, what the model wrote with its tokens, and what follows the cursor. */
export interface CompletionText {
  readonly prompt: string;
  readonly continuation: string;
  readonly tokens: readonly Token[];
  readonly suffix: string;
}

/** Returns the text at the end of a branch. Its last messages are the text that was sent and, unless it was only saved, the continuation. */
export function completionText(branch: readonly StoredMessage[], tokens: readonly Token[]): CompletionText {
  const sent = branch.findLast((message) => message.role === 'user');
  const last = branch.at(-1);
  const parts = last?.role === 'assistant' ? last.answer.parts : [];
  return {
    prompt: sent?.text ?? '',
    continuation: parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''),
    tokens,
    suffix: sent?.suffix ?? '',
  };
}
