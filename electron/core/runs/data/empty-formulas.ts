const prefix = String.raw`(?:\w+:)?`;
const attributes = String.raw`(?:\s[^<>]*)?`;
/** A cell with a formula up to its value, or up to its end if it has none. */
const formulaCell = new RegExp(
  `<${prefix}c(${attributes})>\\s*<${prefix}f${attributes}(?:/>|>[^<]*</${prefix}f>)\\s*` +
    `(?:<${prefix}(v)${attributes}(?:/>|>([^<]*)<)|</${prefix}c>)`,
  'g',
);
const textType = /\st\s*=\s*["']str["']/;
/** More than a cell can have in any spreadsheet program. */
const maxCellLength = 1024 * 1024;

/** Counts the cells of a sheet that have a formula without a saved value. A program that never calculates them writes such sheets. */
export async function countEmptyFormulas(xml: AsyncIterable<Uint8Array>): Promise<number> {
  let count = 0;
  let rest = '';
  for await (const piece of xml) {
    // markup is ASCII, and other characters don't matter
    const text = rest + Buffer.from(piece).toString('latin1');
    const lastCell = text.lastIndexOf('<', Math.max(text.lastIndexOf('</c>'), text.lastIndexOf(':c>'), 0));
    let from = Math.max(lastCell, text.length - maxCellLength, 0);
    for (const { index, 0: found, 1: cell = '', 2: value, 3: content = '' } of text.matchAll(formulaCell)) {
      // the value of a text may be an empty one
      const hasValue = content !== '' || (value !== undefined && textType.test(cell));
      if (!hasValue) count += 1;
      from = Math.max(from, index + found.length);
    }
    rest = text.slice(from);
  }
  return count;
}
