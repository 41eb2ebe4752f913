import type { AnswerPart } from '../../../contract/answer.ts';
import type { ImportedMessage } from '../export/export-format.ts';
import { emptyAnswer } from '../repository/message-body.ts';

type ExportedAnswer = Extract<ImportedMessage, { role: 'assistant' }>;

/** Creates an answer from another program's, without measurements. */
export function importedAnswer(
  position: Pick<ExportedAnswer, 'id' | 'parentId' | 'createdAt'>,
  model: string,
  parts: readonly AnswerPart[],
  notes: readonly string[],
): ExportedAnswer {
  return {
    ...position,
    role: 'assistant',
    model: model.slice(0, 200),
    mode: null,
    state: 'complete',
    answer: { ...emptyAnswer, parts, finish: parts.some(({ kind }) => kind === 'tool-call') ? 'tool-calls' : 'stop', notes },
    failure: null,
    request: null,
  };
}

/** Returns a time in milliseconds. Exports have seconds or milliseconds; no time is before 1973 in either unit. */
export function parseTime(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined;
  return Math.round(value > 1e11 ? value : value * 1000);
}
