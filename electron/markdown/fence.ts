import { createCodeLines } from './code-lines.ts';

/** A fenced code block whose lines are still arriving. */
export type Fence = ReturnType<typeof createFence>;

const opening = /^( {0,3})(`{3,}(?=[^`\n]*$)|~{3,})([^\n]*)$/;
const nestedOpening = /^([ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}(?=[^`\n]*$)|~{3,})([^\n]*)$/;

/** Returns the fence that a line opens. */
export function openFence(line: string): Fence | undefined {
  const [, indent, marker, info] = opening.exec(line) ?? [];
  return indent === undefined || marker === undefined ? undefined : createFence(indent.length, marker, info?.trim() ?? '', 3);
}

/** Returns the fence left open at the end of a text, at any nesting depth. */
export function findOpenFence(source: string): Fence | undefined {
  let open: Fence | undefined;
  for (const line of source.split('\n')) {
    if (open !== undefined) {
      if (open.isClosedBy(line)) open = undefined;
      continue;
    }
    const [, indent, marker, info] = nestedOpening.exec(line) ?? [];
    if (indent !== undefined && marker !== undefined) open = createFence(indent.length, marker, info?.trim() ?? '', Infinity);
  }
  return open;
}

/** Whether a text is a fence that its last line doesn't close. Indented code has no fence. */
export function isOpenFence(source: string): boolean {
  const [first = '', ...rest] = source.trimEnd().split('\n');
  const fence = openFence(first);
  return fence !== undefined && !fence.isClosedBy(rest.at(-1) ?? '');
}

function createFence(indent: number, marker: string, info: string, maxEndIndent: number) {
  return {
    marker,
    /** The info string after the opening fence. */
    info,
    lines: createCodeLines(),
    /** Whether a line closes it. */
    isClosedBy: (line: string): boolean => {
      const text = line.trimStart();
      if (!text.startsWith(marker) || line.length - text.length > maxEndIndent) return false;
      return /^[~`]* *$/.test(text.slice(marker.length));
    },
    /** Removes the fence's indentation from a line. */
    strip: (line: string): string => {
      let at = 0;
      while (at < indent && line[at] === ' ') at += 1;
      return line.slice(at);
    },
  };
}

/** A piece of literal text or of fenced code. */
type FencedPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly info: string; readonly pieces: readonly string[] };

/** Splits a text at its fences only. An unclosed fence is text. */
export function splitFences(text: string): readonly FencedPiece[] {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  const found: FencedPiece[] = [];
  let plain: string[] = [];
  const flushText = () => {
    const plainText = plain
      .join('\n')
      .trimEnd()
      .replace(/^(?:[ \t]*\n)+/, '');
    if (plainText !== '') found.push({ kind: 'text', text: plainText });
    plain = [];
  };
  /** Markers that no later line closes. Searching for them again would take quadratic time. */
  const unclosed = new Set<string>();
  const findEnd = ({ marker, isClosedBy }: Fence, from: number): number => {
    if (unclosed.has(marker)) return -1;
    for (let at = from; at < lines.length; at += 1) if (isClosedBy(lines[at] ?? '')) return at;
    unclosed.add(marker);
    return -1;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = openFence(line);
    const end = fence === undefined ? -1 : findEnd(fence, at + 1);
    if (fence === undefined || end < 0) {
      plain.push(line);
      continue;
    }
    flushText();
    for (const code of lines.slice(at + 1, end)) fence.lines.push(`${fence.strip(code)}\n`);
    found.push({ kind: 'code', info: fence.info, pieces: fence.lines.read() });
    at = end;
  }
  flushText();
  return found;
}
