import type { Answer, AnswerDelta, AnswerPart, Usage } from '../../contract/answer.ts';

/** Joins more of an answer to what there is of it. */
export interface ContinuationMerger {
  /** The request that is known of the first piece stays that of the whole. */
  readonly keepsRequest: boolean;
  /** The growth of the second piece, as growth of the whole. */
  readonly shift: (delta: AnswerDelta) => readonly AnswerDelta[];
  /** What was held back until it was clear where it joins. */
  readonly end: () => readonly AnswerDelta[];
  /** The whole, after the end. */
  readonly join: (more: Answer) => Answer;
}

/** The first new text goes on with the last one there is; all else comes behind, in its order. */
export function createContinuationMerger(before: Answer): ContinuationMerger {
  const seam = before.parts.findLastIndex((part) => part.kind === 'text');
  const former = before.parts[seam];
  const said = former?.kind === 'text' ? former.text : '';
  const places: number[] = [];
  /** The service tells its sources with each piece: those that were told before are left out. */
  const told = new Set(before.parts.flatMap((part) => (part.kind === 'notice' ? [part.text] : [])));
  const repeated = new Set<number>();
  let end = before.parts.length;
  let joined: { readonly index: number; text: string; splice: OverlapJoin | undefined } | undefined;

  const place = (index: number): number => {
    places[index] ??= end++;
    return places[index];
  };

  const show = (isOver: boolean): readonly AnswerDelta[] => {
    if (!joined || joined.splice || (!isOver && !canJoinOverlap(said, joined.text))) return [];
    joined.splice = joinOverlap(said, joined.text);
    const text = joined.splice.between + joined.text.slice(joined.splice.skip);
    return text === '' ? [] : [{ kind: 'append', index: seam, text }];
  };

  const grow = (delta: AnswerDelta, own: NonNullable<typeof joined>): readonly AnswerDelta[] => {
    if (delta.kind === 'reclassify') return partAgain(own);
    if (delta.kind !== 'append') return [];
    own.text += delta.text;
    return own.splice ? [{ kind: 'append', index: seam, text: delta.text }] : show(false);
  };

  /** What went on with the answer turns out to be thinking: the answer is put back as it was. */
  const partAgain = (own: NonNullable<typeof joined>): readonly AnswerDelta[] => {
    joined = undefined;
    places[own.index] = end++;
    const thought = { kind: 'part', index: end - 1, part: { kind: 'reasoning', text: own.text } } as const;
    return own.splice && former ? [{ kind: 'part', index: seam, part: former }, thought] : [thought];
  };

  const join = (more: Answer): Answer => {
    const parts = [...before.parts];
    for (const [index, part] of more.parts.entries()) {
      if (joined?.index === index) parts[seam] = { kind: 'text', text: said + spliced(part, joined.splice) };
      else if (!repeated.has(index)) parts[place(index)] = part;
    }
    const { address = more.address } = before;
    const notes = new Set([...before.notes, ...more.notes]);
    notes.delete(limitReachedNote);
    if (more.finish === 'length' && !isLonger(parts[seam], said)) notes.add(limitReachedNote);
    return {
      ...more,
      parts,
      usage: sum(before.usage, more.usage),
      logprobs: before.logprobs && more.logprobs ? [...before.logprobs, ...more.logprobs] : (more.logprobs ?? before.logprobs),
      timings: {
        ...(more.timings.tokensPerSecond === null ? before.timings : more.timings),
        firstTokenMs: before.timings.firstTokenMs ?? more.timings.firstTokenMs,
        totalMs: before.timings.totalMs + more.timings.totalMs,
      },
      notes: [...notes],
      ...(address === undefined ? {} : { address }),
    };
  };

  return {
    keepsRequest: before.address !== undefined,
    shift: (delta) => {
      if (joined?.index === delta.index) return grow(delta, joined);
      if (delta.kind === 'part' && delta.part.kind === 'notice' && told.has(delta.part.text)) repeated.add(delta.index);
      if (repeated.has(delta.index)) return [];
      if (delta.kind === 'part' && delta.part.kind === 'text' && !joined && former) {
        joined = { index: delta.index, text: delta.part.text, splice: undefined };
        return show(false);
      }
      return [{ ...delta, index: place(delta.index) }];
    },
    end: () => show(true),
    join,
  };
}

/** Else the user would press the button again and again, and see nothing happen. */
const limitReachedNote = 'The last piece met its limit of tokens before it added a word: raise Max tokens, then continue.';

function isLonger(part: AnswerPart | undefined, said: string): boolean {
  return part?.kind === 'text' && part.text.trimEnd().length > said.trimEnd().length;
}

function spliced(part: AnswerPart, how: OverlapJoin | undefined): string {
  const text = part.kind === 'text' ? part.text : '';
  return how ? how.between + text.slice(how.skip) : text;
}

/** What was written adds up; what was read is that of the last time, which held all the rest. */
function sum(before: Usage | null, more: Usage | null): Usage | null {
  if (!before || !more) return more ?? before;
  const add = (one: number | null, other: number | null): number | null => (one === null || other === null ? null : one + other);
  const completionTokens = add(before.completionTokens, more.completionTokens);
  return {
    promptTokens: more.promptTokens,
    cachedTokens: more.cachedTokens,
    completionTokens,
    reasoningTokens: add(before.reasoningTokens, more.reasoningTokens),
    totalTokens: add(more.promptTokens, completionTokens),
  };
}

/** How more of a text is put to what there is: so much of it is left out, and this comes between. */
interface OverlapJoin {
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
