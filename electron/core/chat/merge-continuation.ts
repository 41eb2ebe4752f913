import type { Answer, AnswerDelta, AnswerPart, Usage } from '../../contract/answer.ts';
import { limitReachedNote } from './text.ts';

/** Appends the first new text to the last text of the answer. All other parts follow in their order. */
export function createContinuationMerger(before: Answer) {
  const seam = before.parts.findLastIndex((part) => part.kind === 'text');
  const lastText = before.parts[seam];
  const textBefore = lastText?.kind === 'text' ? lastText.text : '';
  const indexes: number[] = [];
  /** The service repeats its sources with every request, so known ones are left out. */
  const knownNotices = new Set(before.parts.flatMap((part) => (part.kind === 'notice' ? [part.text] : [])));
  const repeated = new Set<number>();
  let end = before.parts.length;
  let joined: { readonly index: number; text: string; splice: OverlapJoin | undefined } | undefined;

  const indexFor = (index: number): number => {
    indexes[index] ??= end++;
    return indexes[index];
  };

  const release = (isOver: boolean): readonly AnswerDelta[] => {
    if (!joined || joined.splice || (!isOver && !canJoinOverlap(textBefore, joined.text))) return [];
    joined.splice = joinOverlap(textBefore, joined.text);
    const text = joined.splice.between + joined.text.slice(joined.splice.skip);
    return text === '' ? [] : [{ kind: 'append', index: seam, text }];
  };

  const append = (delta: AnswerDelta, own: NonNullable<typeof joined>): readonly AnswerDelta[] => {
    if (delta.kind === 'reclassify') return separate(own);
    if (delta.kind !== 'append') return [];
    own.text += delta.text;
    return own.splice ? [{ kind: 'append', index: seam, text: delta.text }] : release(false);
  };

  /** Restores the answer's text, because the continuation turned out to be reasoning. */
  const separate = (own: NonNullable<typeof joined>): readonly AnswerDelta[] => {
    joined = undefined;
    indexes[own.index] = end++;
    const reasoning = { kind: 'part', index: end - 1, part: { kind: 'reasoning', text: own.text } } as const;
    return own.splice && lastText ? [{ kind: 'part', index: seam, part: lastText }, reasoning] : [reasoning];
  };

  const join = (more: Answer): Answer => {
    const parts = [...before.parts];
    for (const [index, part] of more.parts.entries()) {
      if (joined?.index === index) parts[seam] = { kind: 'text', text: textBefore + withoutOverlap(part, joined.splice) };
      else if (!repeated.has(index)) parts[indexFor(index)] = part;
    }
    const { address = more.address } = before;
    const notes = new Set([...before.notes, ...more.notes]);
    notes.delete(limitReachedNote);
    if (more.finish === 'length' && !isLonger(parts[seam], textBefore)) notes.add(limitReachedNote);
    return {
      ...more,
      parts,
      usage: sum(before.usage, more.usage),
      // without new ones, all tokens are saved already
      logprobs: more.logprobs && [...(before.logprobs ?? []), ...more.logprobs],
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
    /** Whether the first request stays the request of the whole answer. */
    keepsRequest: before.address !== undefined,
    /** Converts a delta of the continuation into deltas of the whole answer. */
    shift: (delta: AnswerDelta): readonly AnswerDelta[] => {
      if (joined?.index === delta.index) return append(delta, joined);
      if (delta.kind === 'part' && delta.part.kind === 'notice' && knownNotices.has(delta.part.text)) repeated.add(delta.index);
      if (repeated.has(delta.index)) return [];
      if (delta.kind === 'part' && delta.part.kind === 'text' && !joined && lastText) {
        joined = { index: delta.index, text: delta.part.text, splice: undefined };
        return release(false);
      }
      return [{ ...delta, index: indexFor(delta.index) }];
    },
    /** Returns the deltas held back until the overlap was known. */
    end: (): readonly AnswerDelta[] => release(true),
    /** Returns the whole answer. Call it after `end`. */
    join,
  };
}

function isLonger(part: AnswerPart | undefined, textBefore: string): boolean {
  return part?.kind === 'text' && part.text.trimEnd().length > textBefore.trimEnd().length;
}

function withoutOverlap(part: AnswerPart, how: OverlapJoin | undefined): string {
  const text = part.kind === 'text' ? part.text : '';
  return how ? how.between + text.slice(how.skip) : text;
}

/** Adds completion tokens. Prompt tokens are those of the last request, whose prompt includes all earlier text. */
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

/** How a continuation is appended: the number of characters to skip, and the separator. */
interface OverlapJoin {
  readonly skip: number;
  readonly between: '' | ' ';
}

const tailLength = 40;
/** A model that has not repeated the last words within this many characters never will. */
const maxOverlapWait = 120;

/** Returns the last words of a text. A model that repeats them shows where its continuation joins. */
export function lastWords(text: string): string {
  const end = text.trimEnd().slice(-tailLength);
  const word = end.search(/\s\S/);
  return (text.trimEnd().length > tailLength && word !== -1 ? end.slice(word + 1) : end).replace(/^[\uDC00-\uDFFF]/, '').trimStart();
}

/** Returns whether enough of the continuation has arrived to find the overlap. */
export function canJoinOverlap(before: string, more: string): boolean {
  if (more.length >= maxOverlapWait) return true;
  const tail = lastWords(before);
  const began = more.slice(decorationLength(more));
  return began.startsWith(tail) && /\S/.test(began.slice(tail.length));
}

/** Finds how to append the continuation: without the repeated words, or with a space between words if none are repeated. */
export function joinOverlap(before: string, more: string): OverlapJoin {
  const trimmed = before.trimEnd();
  const from = [0, decorationLength(more)].map((start) => overlapEnd(trimmed, more, start)).find((end) => end !== undefined);
  if (from === undefined) return { skip: 0, between: wordsMeet.test(`${before.slice(-3)}\n${more.slice(0, 2)}`) ? ' ' : '' };
  const space = before.slice(trimmed.length);
  return { skip: from + (more.startsWith(space, from) ? space.length : 0), between: '' };
}

/** Returns where the repeated words end, or undefined if there are none or too few to be a repetition. */
function overlapEnd(trimmed: string, more: string, start: number): number | undefined {
  const minLength = Math.min(lastWords(trimmed).length, 12);
  const maxLength = Math.min(more.length - start, trimmed.length, 400);
  for (let length = maxLength; length >= minLength && length > 0; length -= 1) {
    if (trimmed.endsWith(more.slice(start, start + length))) return start + length;
  }
  return undefined;
}

/** Returns the length of the quotes or dots that models put before words they repeat. */
function decorationLength(text: string): number {
  return /^[\s“„"'…]*/.exec(text)?.[0].length ?? 0;
}

/** Letters of scripts that separate words by spaces. */
const letter = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]`;
const wordsMeet = new RegExp(`${letter}[.,;:!?)]?\n${letter}`, 'u');
