/** How more of a text is put to what there is: so much of it is left out, and this comes between. */
export interface OverlapJoin {
  readonly skip: number;
  readonly between: '' | ' ';
}

const tailLength = 40;
/** After so much a model has begun with the words it was asked for, or never will. */
const patience = 120;

/** The last words of a text that was cut off; a model that begins with them again shows where its own words join. */
export function lastWords(text: string): string {
  const end = text.trimEnd().slice(-tailLength);
  const word = end.search(/\s\S/);
  return (text.trimEnd().length > tailLength && word !== -1 ? end.slice(word + 1) : end).replace(/^[\uDC00-\uDFFF]/, '').trimStart();
}

/** Whether enough has come to know where it joins. */
export function canJoinOverlap(before: string, more: string): boolean {
  if (more.length >= patience) return true;
  const tail = lastWords(before);
  const began = more.slice(decorationOf(more));
  return began.startsWith(tail) && /\S/.test(began.slice(tail.length));
}

/** Leaves out what is there already; without such a repetition, words are kept apart. */
export function joinOverlap(before: string, more: string): OverlapJoin {
  const kept = before.trimEnd();
  const from = [0, decorationOf(more)].map((start) => repeatedFrom(kept, more, start)).find((end) => end !== undefined);
  if (from === undefined) return { skip: 0, between: wordsMeet.test(`${before.slice(-3)}\n${more.slice(0, 2)}`) ? ' ' : '' };
  const space = before.slice(kept.length); // where it is there already
  return { skip: from + (more.startsWith(space, from) ? space.length : 0), between: '' };
}

/** Where the repetition ends; undefined where there is none, or one so short that it may be meant. */
function repeatedFrom(kept: string, more: string, start: number): number | undefined {
  const least = Math.min(lastWords(kept).length, 12);
  const most = Math.min(more.length - start, kept.length, 400);
  for (let length = most; length >= least && length > 0; length -= 1) {
    if (kept.endsWith(more.slice(start, start + length))) return start + length;
  }
  return undefined;
}

/** Models like to put quotes or dots before words they were given. */
function decorationOf(text: string): number {
  return /^[\s“„"'…]*/.exec(text)?.[0].length ?? 0;
}

/** Scripts that set their words apart by spaces. */
const letter = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]`;
const wordsMeet = new RegExp(`${letter}[.,;:!?)]?\n${letter}`, 'u');
