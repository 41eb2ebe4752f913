/** About one screen. A piece is rendered, skipped and compared as a whole. */
const pieceLines = 64;
const maxPieceLength = 16_384;

/** Creates code in pieces of whole lines. Only the last piece changes while the code grows. */
export function createCodeLines() {
  const closedPieces: string[] = [];
  let lastPiece = '';
  let lastPieceLines = 0;
  let cached: readonly string[] | undefined;

  const close = (end: number) => {
    closedPieces.push(copyString(lastPiece.slice(0, end)));
    lastPiece = lastPiece.slice(end);
    lastPieceLines = 0;
  };

  const take = (text: string) => {
    let from = lastPiece.length;
    lastPiece += text;
    for (;;) {
      const at = lastPiece.indexOf('\n', from);
      if ((at < 0 ? lastPiece.length : at) >= maxPieceLength) {
        const line = lastPiece.lastIndexOf('\n', maxPieceLength - 1) + 1;
        close(line > 0 ? line : safeCut(lastPiece, maxPieceLength));
        from = 0;
        continue;
      }
      if (at < 0) return;
      lastPieceLines += 1;
      from = at + 1;
      if (lastPieceLines < pieceLines) continue;
      close(from);
      from = 0;
    }
  };

  return {
    /** Appends text, whole lines or not. */
    push: (text: string): void => {
      if (text === '') return;
      cached = undefined;
      take(text);
      // a slice would keep the whole text alive
      if (text.length > maxPieceLength) lastPiece = copyString(lastPiece);
    },
    read: (): readonly string[] =>
      (cached ??= lastPiece === '' && closedPieces.length > 0 ? [...closedPieces] : [...closedPieces, lastPiece]),
  };
}

/** Splits complete code into pieces. */
export function codePieces(text: string): readonly string[] {
  const lines = createCodeLines();
  lines.push(text);
  return lines.read();
}

/** Returns `end`, or one less if it would split a surrogate pair. */
export function safeCut(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}

/**
 * Copies a text into its own memory. A slice keeps the whole original string alive, so the blocks of a growing answer
 * would retain every version of it.
 */
export function copyString(text: string): string {
  return ` ${text}`.slice(1);
}

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
