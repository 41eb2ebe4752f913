import type { Conversation, StoredMessage, StoredAnswer } from '../../../contract/history.ts';

/** How conversations become text; each piece is written before the next one is asked for. */
export interface ExportWriter {
  /** Whether all branches are wanted, or the one in use. */
  readonly takes: 'tree' | 'branch';
  /** `title` is that of the only conversation there is to come, else null. */
  readonly begin: (now: number, title: string | null) => string;
  readonly conversation: (conversation: Conversation, leafId: string | null, isFirst: boolean) => string;
  readonly message: (message: StoredMessage, request: Readonly<Record<string, unknown>> | null, isFirst: boolean) => string;
  readonly endConversation: () => string;
  readonly end: () => string;
}

/** A moment as people write it, in the time of this computer. */
export function formatMinute(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** What a reader of an answer should know besides: that it is not whole, and what was noted about it. */
export function answerRemark({ state, failure, answer }: StoredAnswer): string {
  const states = {
    running: 'This answer was still coming.',
    complete: answer.finish === 'length' ? 'The answer reached its length limit.' : '',
    stopped: 'This answer was stopped.',
    failed: failure?.message ?? 'This answer failed.',
    interrupted: 'The program ended in the middle of this answer.',
  };
  return [states[state], ...answer.notes].filter((sentence) => sentence !== '').join(' ');
}
