import { createCodeLines, type CodeLines } from './code-lines.ts';

/** A block of code between fences, while its lines come. */
export interface Fence {
  /** What stands behind the opening fence. */
  readonly info: string;
  readonly lines: CodeLines;
  /** Whether a line ends it. */
  readonly isEnd: (line: string) => boolean;
  /** A line without the indentation that the fence has. */
  readonly strip: (line: string) => string;
}

const opening = /^( {0,3})(`{3,}(?=[^`\n]*$)|~{3,})([^\n]*)$/;
const nestedOpening = /^([ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}(?=[^`\n]*$)|~{3,})([^\n]*)$/;

/** The fence that a line opens. */
export function openFence(line: string): Fence | undefined {
  const [, indent, marker, info] = opening.exec(line) ?? [];
  return indent === undefined || marker === undefined ? undefined : createFence(indent.length, marker, info?.trim() ?? '', 3);
}

/** The fence that is left open at the end of some text, at whatever depth. */
export function fenceLeftOpen(source: string): Fence | undefined {
  let open: Fence | undefined;
  for (const line of source.split('\n')) {
    if (open !== undefined) {
      if (open.isEnd(line)) open = undefined;
      continue;
    }
    const [, indent, marker, info] = nestedOpening.exec(line) ?? [];
    if (indent !== undefined && marker !== undefined) open = createFence(indent.length, marker, info?.trim() ?? '', Infinity);
  }
  return open;
}

function createFence(indent: number, marker: string, info: string, deepestEnd: number): Fence {
  return {
    info,
    lines: createCodeLines(),
    isEnd: (line) => {
      const text = line.trimStart();
      if (!text.startsWith(marker) || line.length - text.length > deepestEnd) return false;
      return /^[~`]* *$/.test(text.slice(marker.length));
    },
    strip: (line) => {
      let at = 0;
      while (at < indent && line[at] === ' ') at += 1;
      return line.slice(at);
    },
  };
}
