import { Tokenizer, type Tokens } from 'marked';
import { maskFormulas } from './math-rules.ts';

/** No block has more written cells. The lexer would add the missing ones of short rows below a wide header, millions of them. */
const maxCells = 16_384;

/** Lexes a table. The lexer's own rule would drop the cells of a row that has more than the header. */
export function lexTable(tokenizer: Tokenizer, rest: string): Tokens.Table | undefined {
  const { inlineQueue } = tokenizer.lexer;
  const { length } = inlineQueue;
  const lex = (source: string): Tokens.Table | undefined => {
    inlineQueue.length = length;
    return Tokenizer.prototype.table.call(tokenizer, source);
  };
  const [heading] = /^[^\n]*\n[^\n]*/.exec(rest) ?? [];
  const columns = heading === undefined ? undefined : lex(heading)?.header.length;
  // a header whose columns don't match the line below is no table, so the rows need not be read
  const table = columns === undefined ? undefined : lex(firstLines(rest, 2 + Math.max(1, Math.floor(maxCells / columns))));
  if (table === undefined) return undefined;
  const lines = table.raw.split('\n');
  const fitted = lines.map((line, index) => (index < 2 ? line : fitRow(line, table.header.length)));
  if (fitted.every((line, index) => line === lines[index])) return table;
  const whole = lex(fitted.join('\n'));
  return whole && { ...whole, raw: table.raw };
}

function firstLines(text: string, count: number): string {
  let end = 0;
  for (let line = 0; line < count; line += 1) {
    const at = text.indexOf('\n', end);
    if (at < 0) return text;
    end = at + 1;
  }
  return text.slice(0, end);
}

/**
 * Returns a row with no more cells than the header. Where there are too many, a pipe in code or a formula separates no cells, and the
 * cells that are left over join the last one.
 */
function fitRow(row: string, columns: number): string {
  if (separators(row).length < columns) return row;
  const content = withoutEmptyEnd(row);
  const masked = maskFormulas(maskCode(content));
  const escaped = escapePipes(
    content,
    separators(content).filter((at) => masked[at] !== '|'),
  );
  const split = separators(escaped).length + 1 < columns ? content : escaped;
  return escapePipes(split, separators(split).slice(columns - 1));
}

/** Returns the positions of the pipes between cells. */
function separators(row: string): readonly number[] {
  const pipes: number[] = [];
  for (let at = row.indexOf('|'); at >= 0; at = row.indexOf('|', at + 1)) if (!isEscaped(row, at)) pipes.push(at);
  const first = pipes[0] !== undefined && row.slice(0, pipes[0]).trim() === '' ? 1 : 0;
  const last = pipes.at(-1);
  return pipes.slice(first, last !== undefined && row.slice(last + 1).trim() === '' ? -1 : undefined);
}

function isEscaped(row: string, at: number): boolean {
  let start = at;
  while (row[start - 1] === '\\') start -= 1;
  return (at - start) % 2 === 1;
}

function withoutEmptyEnd(row: string): string {
  let end = row.length;
  while (end > 0 && /[|\s]/.test(row.charAt(end - 1))) end -= 1;
  if (isEscaped(row, end)) end += 1; // a pipe that is text
  return `${row.slice(0, end)} |`;
}

function escapePipes(row: string, positions: readonly number[]): string {
  let escaped = '';
  let from = 0;
  for (const at of positions) {
    escaped += `${row.slice(from, at)}\\`;
    from = at;
  }
  return escaped + row.slice(from);
}

const codeSpan = /(?<![`\\])(`+)(?!`).*?(?<!`)\1(?!`)/g;

function maskCode(source: string): string {
  return source.replaceAll(codeSpan, (code) => 'a'.repeat(code.length));
}
