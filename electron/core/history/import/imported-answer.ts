import type { AnswerPart } from '../../../contract/answer.ts';
import type { ExportedMessage } from '../export/export-format.ts';
import { emptyAnswer } from '../repository/message-body.ts';

type PortableAnswer = Extract<ExportedMessage, { role: 'assistant' }>;

/** An answer of another program: what came of it, without what we measure. */
export function importedAnswer(
  place: Pick<PortableAnswer, 'id' | 'parentId' | 'createdAt'>,
  model: string,
  parts: readonly AnswerPart[],
  notes: readonly string[],
): PortableAnswer {
  return {
    ...place,
    role: 'assistant',
    model: model.slice(0, 200),
    mode: null,
    state: 'complete',
    answer: { ...emptyAnswer, parts, finish: 'stop', notes },
    failure: null,
    request: null,
  };
}

/** A moment in milliseconds. Exports give seconds, some of their fields milliseconds; nothing lies before 1973 in either. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined;
  return Math.round(value > 1e11 ? value : value * 1000);
}
