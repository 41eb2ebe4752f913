/** A range of characters, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A text with the ranges written by the model and not edited since. */
export interface AuthoredText {
  readonly text: string;
  readonly byModel: readonly TextRange[];
}

export const emptyAuthoredText: AuthoredText = { text: '', byModel: [] };

/** Creates an authored text. Ranges beyond its end are cut. */
export function authoredTextWith(text: string, byModel: readonly TextRange[]): AuthoredText {
  const inside = byModel.filter(({ start }) => start < text.length);
  return { text, byModel: inside.map(({ start, end }) => ({ start, end: Math.min(end, text.length) })) };
}

/** Applies an edit. Model ranges stay if the edit didn't touch them, and move with the text before them. */
export function applyEdit({ text: before, byModel }: AuthoredText, text: string): AuthoredText {
  const shorterLength = Math.min(before.length, text.length);
  let start = 0;
  while (start < shorterLength && before[start] === text[start]) start += 1;
  let suffixLength = 0;
  while (suffixLength < shorterLength - start && before[before.length - 1 - suffixLength] === text[text.length - 1 - suffixLength])
    suffixLength += 1;
  const end = before.length - suffixLength;
  const shift = text.length - before.length;
  return {
    text,
    byModel: byModel.flatMap((range) => {
      if (end <= range.start && !(start === end && start === range.end)) return [{ start: range.start + shift, end: range.end + shift }];
      return start >= range.end ? [range] : [];
    }),
  };
}

/** Appends text of the model and extends the last range if it ends there. */
export function appendModelText({ text, byModel }: AuthoredText, added: string): AuthoredText {
  if (added === '') return { text, byModel };
  const last = byModel.at(-1);
  const end = text.length + added.length;
  const ranges =
    last?.end === text.length ? [...byModel.slice(0, -1), { start: last.start, end }] : [...byModel, { start: text.length, end }];
  return { text: text + added, byModel: ranges };
}

/** Splits the text into pieces by author, in order. */
export function splitByAuthor({ text, byModel }: AuthoredText): readonly { readonly text: string; readonly isByModel: boolean }[] {
  const all: { readonly text: string; readonly isByModel: boolean }[] = [];
  let at = 0;
  for (const { start, end } of byModel) {
    all.push({ text: text.slice(at, start), isByModel: false }, { text: text.slice(start, end), isByModel: true });
    at = end;
  }
  all.push({ text: text.slice(at), isByModel: false });
  return all.filter((piece) => piece.text !== '');
}
