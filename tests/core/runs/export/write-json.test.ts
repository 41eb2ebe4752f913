import { expect, it } from 'vitest';
import { writeJson, writeJsonLines } from '../../../../electron/core/runs/export/write-json.ts';
import { readText } from '../data/read-all.ts';
import { collect, exportedResult, inSequence } from './exported-results.ts';

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
