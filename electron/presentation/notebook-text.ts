import type { AnswerPart } from '../contract/answer.ts';
import type { ModelRange, StoredMessage } from '../contract/history.ts';

/** A text with the ranges written by the model. */
export interface NotebookText {
  readonly text: string;
  readonly byModel: readonly ModelRange[];
  /** The part that a running continuation has written so far. */
  readonly growing?: GrowingPart;
}

/** A part that only becomes longer: as long as `part` is the same object, the text before `end` and the text after it never change. */
export interface GrowingPart {
  readonly part: object;
  readonly end: number;
}

export const emptyNotebookText: NotebookText = { text: '', byModel: [] };

/** Creates a text. Ranges beyond its end are cut. */
export function notebookTextWith(text: string, byModel: readonly ModelRange[]): NotebookText {
  const inside = byModel.filter(({ start }) => start < text.length);
  return { text, byModel: inside.map((range) => (range.end <= text.length ? range : withEnd(range, text.length))) };
}

function withEnd(range: ModelRange, end: number): ModelRange {
  return { ...range, end };
}

/**
 * Applies an edit. Model ranges stay if the edit didn't touch them, and move with the text before them. In a range that it touched, the
 * text before the edit stays the model's. From there on the model would have read another text.
 */
export function applyEdit({ text: before, byModel }: NotebookText, text: string): NotebookText {
  const shorterLength = Math.min(before.length, text.length);
  let start = 0;
  while (start < shorterLength && before[start] === text[start]) start += 1;
  let suffixLength = 0;
  while (suffixLength < shorterLength - start && before[before.length - 1 - suffixLength] === text[text.length - 1 - suffixLength])
    suffixLength += 1;
  const end = before.length - suffixLength;
  const shift = text.length - before.length;
  return {
    text,
    byModel: byModel.flatMap((range) => {
      if (end <= range.start && !(start === end && start === range.end))
        return [{ ...range, start: range.start + shift, end: range.end + shift }];
      if (start >= range.end) return [range];
      return start > range.start ? [{ ...range, end: start }] : [];
    }),
  };
}

/** Inserts a continuation at a position. A range around it is split, and everything after it moves. */
export function insertContinuation({ text, byModel }: NotebookText, at: number, added: string, messageId: string): NotebookText {
  if (added === '') return { text, byModel };
  const shift = added.length;
  const before = byModel.flatMap((range) => (range.start < at ? [{ ...range, end: Math.min(range.end, at) }] : []));
  const after = byModel.flatMap((range) =>
    range.end <= at
      ? []
      : [
          {
            ...range,
            start: Math.max(range.start, at) + shift,
            end: range.end + shift,
            from: range.from + Math.max(0, at - range.start),
          },
        ],
  );
  return {
    text: text.slice(0, at) + added + text.slice(at),
    byModel: [...before, { start: at, end: at + shift, messageId, from: 0 }, ...after],
  };
}

/** A step of a saved text: a prompt or a continuation. */
export type SavedStep =
  | { readonly kind: 'sent'; readonly prompt: string; readonly suffix: string; readonly byModel?: readonly ModelRange[] | undefined }
  | { readonly kind: 'continuation'; readonly messageId: string; readonly text: string };

/** Returns the messages of a saved text as its steps. */
export function savedSteps(messages: readonly StoredMessage[]): readonly SavedStep[] {
  return messages.flatMap((message): readonly SavedStep[] => {
    if (message.role === 'assistant') return [{ kind: 'continuation', messageId: message.id, text: answerText(message.answer.parts) }];
    if (message.role !== 'user') return [];
    return [{ kind: 'sent', prompt: message.text, suffix: message.suffix ?? '', byModel: message.byModel }];
  });
}

/** Returns the text of an answer. */
export function answerText(parts: readonly AnswerPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

/** Replays the steps of a saved text to find the ranges of the model. Also returns where the next continuation goes. */
export function replaySteps(steps: readonly SavedStep[]): { readonly text: NotebookText; readonly at: number } {
  let text = emptyNotebookText;
  let at = 0;
  for (const step of steps) {
    if (step.kind === 'continuation') {
      text = insertContinuation(text, at, step.text, step.messageId);
      at += step.text.length;
      continue;
    }
    const whole = step.prompt + step.suffix;
    // An undone step leaves the text before it untouched.
    if (step.byModel !== undefined) text = notebookTextWith(whole, step.byModel);
    else text = text.text.startsWith(whole) ? notebookTextWith(whole, text.byModel) : applyEdit(text, whole);
    at = step.prompt.length;
  }
  return { text, at };
}
