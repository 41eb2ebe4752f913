import { writeJsonLines } from './write-json-lines.ts';

/** The outcome of a line of a batch file: what the service answered, or why there is no answer. */
export interface BatchResult {
  readonly customId: string;
  /** Ours, unique within the file. */
  readonly id: string;
  readonly response: { readonly statusCode: number; readonly requestId: string; readonly body: unknown } | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** Writes OpenAI's output file: the lines that were answered with success. */
export function writeBatchOutput(results: AsyncIterable<BatchResult>): AsyncGenerator<Uint8Array> {
  return writeJsonLines(toLines(results, true));
}

/** Writes OpenAI's error file: the lines that failed. */
export function writeBatchErrors(results: AsyncIterable<BatchResult>): AsyncGenerator<Uint8Array> {
  return writeJsonLines(toLines(results, false));
}

async function* toLines(results: AsyncIterable<BatchResult>, isOutput: boolean): AsyncGenerator {
  for await (const result of results) if (hasSucceeded(result) === isOutput) yield toLine(result);
}

function hasSucceeded({ response, failure }: BatchResult): boolean {
  return failure === null && response !== null && response.statusCode >= 200 && response.statusCode < 300;
}

function toLine({ customId, id, response, failure }: BatchResult): unknown {
  return {
    id,
    custom_id: customId,
    response: response && { status_code: response.statusCode, request_id: response.requestId, body: response.body },
    error: failure && { code: failure.code, message: failure.message },
  };
}
