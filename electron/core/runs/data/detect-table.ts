import Papa from 'papaparse';
import { isJsonObject, parseJson } from '../../../contract/json.ts';
import type { TableFormat, TableOptions } from '../../../contract/run-recipe.ts';
import { detectEncoding } from '../../shared/detect-encoding.ts';
import { errorMessage } from '../../shared/node-error.ts';
import { readHead } from './read-file.ts';
import { hasJsonColumns, startsJsonColumns } from './json-columns.ts';
import { TableStop, type ParseProblem } from './table-types.ts';
import { listSheets } from './workbook.ts';

/** The detected options of a file, with the names of its sheets if it is a workbook. */
type DetectedTable =
  | { readonly kind: 'detected'; readonly options: TableOptions; readonly sheets: readonly string[] }
  | { readonly kind: 'problem'; readonly problem: ParseProblem };

const headBytes = 256 * 1024;
const delimiters = [',', ';', '\t', '|'] as const;

/** Detects how to read a file as a table. Every option is a guess that the user can change. */
export async function detectTable(path: string): Promise<DetectedTable> {
  try {
    const options = detectOptions(await readHead(path, headBytes), path);
    if (!options) return { kind: 'problem', problem: { kind: 'empty', effect: 'stopped' } };
    const sheets = options.format === 'xlsx' ? await listSheets(path) : [];
    return { kind: 'detected', options: { ...options, sheet: sheets[0] ?? null }, sheets };
  } catch (error) {
    if (error instanceof TableStop) return { kind: 'problem', problem: error.problem };
    return { kind: 'problem', problem: { kind: 'unreadable-file', effect: 'stopped', message: errorMessage(error) } };
  }
}

/** Detects the options of a table from its first bytes and its name. Returns undefined if it is empty. */
export function detectOptions(head: Uint8Array, name: string): TableOptions | undefined {
  if (head.length === 0) return undefined;
  const common = { delimiter: ',', hasHeader: true, sheet: null };
  if (isWorkbook(head)) return { ...common, format: 'xlsx', encoding: 'utf-8' };
  const encoding = detectEncoding(head);
  const text = new TextDecoder(encoding).decode(head, { stream: true }).replaceAll(/\r\n?/g, '\n');
  if (text.trim() === '') return undefined;
  const json = detectJson(text);
  if (json) return { ...common, format: json, encoding };
  const delimiter = detectDelimiter(text, name);
  return { format: delimiter === '\t' ? 'tsv' : 'csv', encoding, delimiter, hasHeader: hasHeader(text, delimiter), sheet: null };
}

/** Returns whether a file is a ZIP archive, or an OLE file, which encrypted and old workbooks are. */
function isWorkbook(head: Uint8Array): boolean {
  const signature = Buffer.from(head.subarray(0, 4)).toString('hex');
  return signature === '504b0304' || signature === '504b0506' || signature === 'd0cf11e0';
}

function detectJson(text: string): Extract<TableFormat, 'json' | 'jsonl' | 'openai-batch'> | undefined {
  const start = text.trimStart();
  if (start.startsWith('[') && /^\[\s*([{[\]"\d]|$)/.test(start)) return 'json';
  if (!start.startsWith('{')) return undefined;
  const [line = ''] = start.split('\n', 1);
  const value = parseJson(line);
  if (isJsonObject(value) && 'custom_id' in value && 'body' in value) return 'openai-batch';
  // the first line of JSON Lines is whole, unless it is very long
  const isByColumns = hasJsonColumns(start) || (value === undefined && startsJsonColumns(start));
  return isByColumns ? 'json' : 'jsonl';
}

function detectDelimiter(text: string, name: string): string {
  if (/\.(tsv|tab)$/i.test(name)) return '\t';
  const { meta } = Papa.parse(text, { preview: 20, newline: '\n', skipEmptyLines: true, delimitersToGuess: [...delimiters] });
  return delimiters.find((delimiter) => delimiter === meta.delimiter) ?? ',';
}

const numeric = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?%?$/;

/** Returns whether the first row is a header: it has text and no number. */
function hasHeader(text: string, delimiter: string): boolean {
  const fields = Papa.parse<string[]>(text, { preview: 1, delimiter, newline: '\n' }).data[0] ?? [];
  const names = fields.map((field) => field.trim());
  return !names.some((field) => numeric.test(field)) && names.some((field) => field !== '');
}
