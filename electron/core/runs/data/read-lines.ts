/** A line with its number from 1. Its text is undefined if it is too long. */
export interface Line {
  readonly number: number;
  readonly text: string | undefined;
}

/** Splits text into lines. Counts blank lines without yielding them. Drops a line that is too long while reading it. */
export async function* readLines(texts: AsyncIterable<string>, maxLength: number): AsyncGenerator<Line> {
  let pieces: string[] = [];
  let length = 0;
  let number = 1;
  const append = (piece: string): void => {
    length += piece.length;
    if (length > maxLength) pieces = [];
    else pieces.push(piece);
  };
  const take = (): Line | undefined => {
    const text = length > maxLength ? undefined : pieces.join('');
    const line = text?.trim() === '' ? undefined : { number, text };
    pieces = [];
    length = 0;
    number += 1;
    return line;
  };
  for await (const text of texts) {
    let from = 0;
    for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
      append(text.slice(from, to));
      from = to + 1;
      const line = take();
      if (line) yield line;
    }
    append(text.slice(from));
  }
  const last = take();
  if (last) yield last;
}
