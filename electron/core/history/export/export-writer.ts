import { describeFailure } from '../../../contract/failures/render-failure.ts';
import { historyText } from '../text.ts';
import type { Conversation, StoredMessage, StoredAnswer } from '../../../contract/history.ts';
import type { Image } from '../../../contract/image.ts';
import type { Token } from '../../../contract/tokens.ts';
import { answerText, replaySteps, savedSteps } from '../../../presentation/notebook-text.ts';
import type { TextRange } from '../../../presentation/align-tokens.ts';

/** Converts conversations to text. Each piece is written before the next one is requested. */
export interface ExportWriter {
  /** Whether it writes all branches or only the one in use. */
  readonly takes: 'tree' | 'branch';
  /** `title` is the title of the only conversation, or null if there are several. */
  readonly begin: (now: number, title: string | null) => string;
  readonly conversation: (conversation: Conversation, leafId: string | null, isFirst: boolean) => string;
  readonly message: (
    message: StoredMessage,
    request: Readonly<Record<string, unknown>> | null,
    isFirst: boolean,
    tokens: readonly Token[] | null,
  ) => string;
  /** Writes a Notebook text instead of its messages, which repeat its text. Missing in a writer of the tree. */
  readonly notebook?: (text: NotebookText) => string;
  readonly endConversation: () => string;
  readonly end: () => string;
}

/** Returns what an image shows, or its name if nobody has written it. */
export function describeImage({ alternative, name }: Image): string {
  return alternative.trim() || name;
}

/** Returns a time as text, in the local time zone. */
export function formatMinute(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Returns who a message is from. */
export function speaker(message: StoredMessage): string {
  switch (message.role) {
    case 'user':
      return historyText.export.you;
    case 'assistant':
      return message.model.trim() || historyText.export.answer;
    case 'tool':
      return historyText.export.toolResult(message.name);
  }
}

/** Returns why an answer is incomplete, and its notes. */
export function answerRemark({ state, failure, answer }: StoredAnswer): string {
  const { answerStates } = historyText.export;
  const states = {
    ...answerStates,
    complete: answer.finish === 'length' ? answerStates.lengthLimit : '',
    failed: failure ? describeFailure(failure).message : answerStates.failed,
  };
  return [states[state], ...answer.notes].filter((sentence) => sentence !== '').join(' ');
}

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
