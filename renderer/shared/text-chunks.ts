/** A piece of a text that ends with a line break, so that it is laid out alone. The id stays the same while the piece changes. */
interface TextPiece {
  readonly id: number;
  readonly text: string;
}

/** Lines of a text. Its chunks share lines. Only chunks near the view show their tokens. */
export interface TextBlock extends TextPiece {
  readonly chunks: readonly string[];
}

/** Neighbouring blocks. Layout and rendering pass over a section that hasn't changed in one step, however long the text is. */
export interface TextSection extends TextPiece {
  readonly blocks: readonly TextBlock[];
}

/** How many characters at the start and at the end of a text are known to be the same as before. */
export interface UnchangedEnds {
  readonly start: number;
  readonly end: number;
}

/** A section and a block end at the first line break after this many characters. */
const sectionLength = 12_000;
const blockLength = 400;

const chunkLength = 2400;
const nothingKnown: UnchangedEnds = { start: 0, end: 0 };

/**
 * Splits a text into sections. Those that the text before had stay the same objects, also if they have moved. Text that is known to be
 * unchanged isn't compared.
 */
export function splitText(
  text: string,
  before: readonly TextSection[] = [],
  unchanged: UnchangedEnds = nothingKnown,
): readonly TextSection[] {
  const splitBlocks = (whole: string, old: readonly TextBlock[]): readonly TextBlock[] =>
    splitPieces(whole, old, nothingKnown, blockLength, (piece) => ({ ...piece, chunks: splitChunks(piece.text) }));
  return splitPieces(text, before, unchanged, sectionLength, (piece, old) => ({
    ...piece,
    blocks: splitBlocks(piece.text, old?.blocks ?? []),
  }));
}

/** Keeps the pieces at the start and at the end, and splits the text between them. */
function splitPieces<T extends TextPiece>(
  text: string,
  before: readonly T[],
  unchanged: UnchangedEnds,
  minLength: number,
  create: (piece: TextPiece, old: T | undefined) => T,
): readonly T[] {
  const isAt = ({ text: own }: T, at: number): boolean =>
    at + own.length <= unchanged.start || at >= text.length - unchanged.end || text.startsWith(own, at);
  let first = 0;
  let start = 0;
  for (; first < before.length - 1; first += 1) {
    const piece = before[first];
    if (piece === undefined || !isAt(piece, start)) break;
    start += piece.text.length;
  }
  let last = before.length;
  let end = text.length;
  for (; last > first; last -= 1) {
    const piece = before[last - 1];
    const at = end - (piece?.text.length ?? 0);
    if (piece === undefined || at < start || !isAt(piece, at) || !(at === 0 || text[at - 1] === '\n')) break;
    end = at;
  }
  const changed = before.slice(first, last);
  let lastId = before.reduce((highest, { id }) => Math.max(highest, id), 0);
  const created = lineRanges(text, start, end, minLength).map((own, index) => {
    const old = changed[index];
    if (old === undefined) lastId += 1;
    return create({ id: old?.id ?? lastId, text: own }, old);
  });
  return [...before.slice(0, first), ...created, ...before.slice(last)];
}

/** Splits a part of a text at line breaks, into pieces of at least a length, except for the last one. */
function lineRanges(text: string, start: number, end: number, minLength: number): readonly string[] {
  const pieces: string[] = [];
  for (let at = start; at < end;) {
    const lineBreak = text.indexOf('\n', at + minLength - 1);
    const next = lineBreak === -1 || lineBreak >= end ? end : lineBreak + 1;
    pieces.push(text.slice(at, next));
    at = next;
  }
  return pieces;
}

/** Splits a block with a long line. Never inside a character. */
function splitChunks(text: string): readonly string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + chunkLength);
    if (end < text.length && isLowSurrogate(text.charCodeAt(end))) end += 1;
    chunks.push(text.slice(at, end));
    at = end;
  }
  return chunks;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
