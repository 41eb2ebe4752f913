import type { Failure } from '../../../contract/failure.ts';
import { unexpected } from '../../../contract/failures/fail.ts';
import type { ServiceHandle } from '../../llm-client/llm-client.ts';
import type { CheckAnswer } from '../check-answer.ts';
import type { QueuedCell } from '../pending-cells.ts';
import type { RunRecord } from '../store/run-record.ts';
import { listVariants } from '../../../contract/run-variants.ts';
import { buildRowRequest } from './build-request.ts';
import { failedResult, requestCell, type CellOutcome } from './request-cell.ts';
import { parseJson } from '../../../contract/json.ts';

declare global {
  /** Missing in TypeScript's library. */
  interface JSON {
    parse(text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
    rawJSON(text: string): object;
  }
}

/** Without one, nothing is rounded. Most texts have none, and a reviver takes long for a large one. */
const longNumber = /\d{16}|\d[eE]/;

/**
 * Parses JSON for a request. A number that JavaScript would round, such as a seed of 64 bits, keeps its digits when it is written again.
 * It is then an object that can't be sent to the window. Returns undefined if the text is invalid.
 */
export function parseExactJson(text: string): unknown {
  if (!longNumber.test(text)) return parseJson(text);
  try {
    return JSON.parse(text, (_key, value, { source }) => (isRounded(value) && source !== undefined ? JSON.rawJSON(source) : value));
  } catch {
    return undefined;
  }
}

function isRounded(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

interface CellRequesterOptions {
  readonly record: RunRecord;
  readonly check: CheckAnswer;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Called before each request. */
  readonly onRequest: () => void;
}

/** Fills a run's prompt with the row of a cell, and requests the answer. */
export function createCellRequester({ record, check, signal, now, onRequest }: CellRequesterOptions) {
  const { recipe } = record;
  const variants = listVariants(recipe);
  const modelsWithoutResponseFormat = new Set<string>();
  const failWith = (failure: Failure): CellOutcome => ({
    kind: 'result',
    result: failedResult(failure, now(), 0),
    firstByteMs: null,
    tokens: 0,
  });

  return async (cell: QueuedCell, service: ServiceHandle): Promise<CellOutcome> => {
    const variant = variants[Math.floor(cell.slot / recipe.repeats)];
    if (!variant) return failWith(unexpected().failure);
    const request = await buildRowRequest(record, variant, cell.values, parseExactJson);
    if (!request.ok) return failWith(request.failure);
    return requestCell({ service, recipe, check, signal, now, modelsWithoutResponseFormat, onRequest }, request.value);
  };
}
