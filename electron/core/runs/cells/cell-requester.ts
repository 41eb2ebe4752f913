import type { Failure } from '../../../contract/failure.ts';
import { unexpected } from '../../../contract/failures/fail.ts';
import type { ServiceHandle } from '../../llm-client/llm-client.ts';
import type { CheckAnswer } from '../answer-rules/check-answer.ts';
import type { QueuedCell } from '../pending-cells.ts';
import type { RunRecord } from '../store/run-record.ts';
import { rowValues } from '../template.ts';
import { listVariants } from '../variants.ts';
import { readAttachments } from './attachments.ts';
import { buildCellRequest } from './build-request.ts';
import { parseExactJson } from './exact-json.ts';
import { failedResult, requestCell, type CellOutcome } from './request-cell.ts';

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
  const { recipe, source } = record;
  const variants = listVariants(recipe);
  const columns = source?.columns ?? [];
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
    const values = rowValues(columns, cell.values);
    const files = recipe.attachmentColumn === null ? '' : (values[recipe.attachmentColumn] ?? '');
    const attached = files === '' ? ({ kind: 'read', attachments: [] } as const) : await readAttachments(source?.folder ?? null, files);
    if (attached.kind === 'failed') return failWith(attached.failure);
    const built = buildCellRequest(recipe, variant, values, attached.attachments, parseExactJson);
    if (built.kind === 'failed') return failWith(built.failure);
    return requestCell({ service, recipe, check, signal, now, modelsWithoutResponseFormat, onRequest }, built.request);
  };
}
