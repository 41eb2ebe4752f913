/** A stretch of a text, from its first character to before its last. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A text of which some was written by the model and not touched since. */
export interface AuthoredText {
  readonly text: string;
  readonly byModel: readonly TextRange[];
}

export const emptyAuthoredText: AuthoredText = { text: '', byModel: [] };

/** A text with as much as it holds of what the model wrote. */
export function authoredTextWith(text: string, byModel: readonly TextRange[]): AuthoredText {
  const inside = byModel.filter(({ start }) => start < text.length);
  return { text, byModel: inside.map(({ start, end }) => ({ start, end: Math.min(end, text.length) })) };
}

/** The passage after an edit: what the model wrote stays its own where it was not touched, and moves with what is before it. */
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

/** The passage with more of the model's words at its end; they join those it wrote just before. */
export function appendModelText({ text, byModel }: AuthoredText, added: string): AuthoredText {
  if (added === '') return { text, byModel };
  const last = byModel.at(-1);
  const end = text.length + added.length;
  const ranges =
    last?.end === text.length ? [...byModel.slice(0, -1), { start: last.start, end }] : [...byModel, { start: text.length, end }];
  return { text: text + added, byModel: ranges };
}

/** The passage in pieces, in order, each by one author. */
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
