import type { StoredMessage } from '../../../contract/history.ts';
import { answerText, replaySteps, savedSteps } from '../../../presentation/notebook-text.ts';
import type { TextRange } from '../../../presentation/align-tokens.ts';
import type { Token } from '../../../contract/tokens.ts';

/** The text of a Notebook text, with the ranges that models wrote. */
export interface NotebookText {
  readonly text: string;
  readonly byModel: readonly TokenRange[];
}

/** A range of a text, and the continuation it belongs to. */
interface TokenRange extends TextRange {
  /** Where the range begins in the continuation. */
  readonly from: number;
  readonly continuation: string;
  readonly tokens: readonly Token[];
}

/** Returns the text at the end of a branch. An edit leaves the text before it, and continuations it didn't touch, the model's. */
export function notebookText(
  branch: readonly StoredMessage[],
  tokensOf: (message: StoredMessage) => readonly Token[] | null,
): NotebookText {
  const { text, byModel } = replaySteps(savedSteps(branch)).text;
  return {
    text,
    byModel: byModel.flatMap(({ start, end, from, messageId }) => {
      const message = branch.find(({ id }) => id === messageId);
      if (message?.role !== 'assistant') return [];
      return [{ start, end, from, continuation: answerText(message.answer.parts), tokens: tokensOf(message) ?? [] }];
    }),
  };
}
