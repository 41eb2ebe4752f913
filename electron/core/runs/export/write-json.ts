/** Writes values as JSONL, without a byte order mark. */
export async function* writeJsonLines(values: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Writes one value as indented JSON, such as a recipe. */
export function writeJson(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

/** The outcome of a line of a batch file: the service's response, or the failure. */
export interface BatchResult {
  readonly customId: string;
  /** Created by Causeway. Unique within the file. */
  readonly id: string;
  readonly response: { readonly statusCode: number; readonly requestId: string; readonly body: unknown } | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** Writes the output file of the OpenAI batch format: the lines that succeeded. */
export function writeBatchOutput(results: AsyncIterable<BatchResult>): AsyncGenerator<Uint8Array> {
  return writeJsonLines(toLines(results, true));
}

/** Writes the error file of the OpenAI batch format: the lines that failed. */
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
