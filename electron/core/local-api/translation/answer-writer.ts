import type { Answer, AnswerDelta } from '../../../contract/answer.ts';
import type { JsonObject } from '../../../contract/json.ts';
import type { LocalApiError } from '../local-api-error.ts';

/** Writes an answer in a client's dialect: as events while it arrives, or as one object. */
export interface AnswerWriter {
  /** Called first, if the answer is streamed. */
  readonly begin: () => void;
  readonly push: (delta: AnswerDelta) => void;
  /** Shows that the answer is still being written. */
  readonly ping: () => void;
  readonly end: (answer: Pick<Answer, 'finish' | 'usage'>) => void;
  /** Ends a started answer with an error. */
  readonly fail: (error: LocalApiError) => void;
  /** Returns the whole answer, after its end. */
  readonly whole: () => JsonObject;
}

/** Sends an event, whose type is its name too. */
export type SendEvent = (type: string, fields: JsonObject) => void;

/** Formats an event of a stream. */
export function formatEvent(type: string, fields: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
