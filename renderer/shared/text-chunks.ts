/** A piece of a long text. Only pieces near the view show their tokens. */
export interface TextChunk {
  readonly start: number;
  readonly text: string;
}

/** Chunks that share a line. A block ends with a line break, so that it is laid out alone. */
export interface TextBlock {
  readonly start: number;
  readonly text: string;
  readonly chunks: readonly TextChunk[];
}

/** A block ends at the first line break after this many characters. */
const blockLength = 1200;

/**
 * Splits a text into blocks. Blocks that the text before had at the same place stay the same objects, so that an edit or a growing text
 * renders again only what it touched.
 */
export function splitText(text: string, before: readonly TextBlock[] = []): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let at = 0;
  for (const known of before) {
    // the last block may grow
    if (known.start !== at || known === before.at(-1) || !text.startsWith(known.text, at)) break;
    blocks.push(known);
    at += known.text.length;
  }
  const moved = new Map(before.slice(blocks.length).map((block) => [block.text, block]));
  while (at < text.length) {
    const lineBreak = text.indexOf('\n', at + blockLength - 1);
    const end = lineBreak === -1 ? text.length : lineBreak + 1;
    const own = text.slice(at, end);
    const known = moved.get(own);
    blocks.push(known?.start === at ? known : { start: at, text: own, chunks: splitBlock(own, at) });
    at = end;
  }
  return blocks;
}

/** Splits a block with a long line. Never inside a character. */
function splitBlock(text: string, start: number): readonly TextChunk[] {
  const chunks: TextChunk[] = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + blockLength * 2);
    if (end < text.length && isLowSurrogate(text.charCodeAt(end))) end += 1;
    chunks.push({ start: start + at, text: text.slice(at, end) });
    at = end;
  }
  return chunks;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
