import { expect, it } from 'vitest';
import {
  writeBatchErrors,
  writeBatchOutput,
  writeJson,
  writeJsonLines,
  type BatchResult,
} from '../../../../electron/core/runs/export/write-json.ts';
import { readText } from '../data/read-all.ts';
import { collect, exportedResult, inSequence } from './exported-results.ts';

const results: readonly BatchResult[] = [
  { customId: 'a', id: 'r1', response: { statusCode: 200, requestId: 'q1', body: { choices: [] } }, failure: null },
  { customId: 'b', id: 'r2', response: { statusCode: 400, requestId: 'q2', body: { error: { message: 'No.' } } }, failure: null },
  { customId: 'c', id: 'r3', response: null, failure: { code: 'connection-lost', message: 'The connection was lost.' } },
];

const linesOf = async (pieces: AsyncIterable<Uint8Array>): Promise<readonly unknown[]> =>
  (await collect(pieces))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);

it('writes successful lines to the output file and failed ones to the error file', async () => {
  expect(await linesOf(writeBatchOutput(inSequence(results)))).toEqual([
    { id: 'r1', custom_id: 'a', response: { status_code: 200, request_id: 'q1', body: { choices: [] } }, error: null },
  ]);
  expect(await linesOf(writeBatchErrors(inSequence(results)))).toEqual([
    { id: 'r2', custom_id: 'b', response: { status_code: 400, request_id: 'q2', body: { error: { message: 'No.' } } }, error: null },
    { id: 'r3', custom_id: 'c', response: null, error: { code: 'connection-lost', message: 'The connection was lost.' } },
  ]);
});

it('writes each result as a line of JSONL that reads back unchanged', async () => {
  const result = exportedResult({ answer: 'two\nlines \u2028 and =1+1', values: { a: '"' } });
  const bytes = await collect(writeJsonLines(inSequence([result, exportedResult({ rowNumber: 3 })])));
  expect(JSON.parse(bytes.toString().split('\n')[0] ?? '')).toEqual(result);
  const { rows } = await readText(bytes, { format: 'jsonl' });
  expect(rows.map(({ values }) => values['rowNumber'])).toEqual(['2', '3']);
  expect(rows[0]?.values['answer']).toBe(result.answer);
});

it('writes a recipe as indented JSON', () => {
  expect(Buffer.from(writeJson({ format: 'causeway-run', version: 1 })).toString()).toBe(
    '{\n  "format": "causeway-run",\n  "version": 1\n}\n',
  );
});
