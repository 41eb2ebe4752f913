import { createFenceTracker } from './fence-tracker.ts';

/**
 * How much a model's inline tags are believed.
 * `full`: a reasoning model, whose thinking may also come without its opening tag.
 * `leading`: a model nobody declared; a tag that opens the answer counts, nothing else.
 * `off`: a model declared not to reason; tags are its text.
 * `field`: not an answer but the engine's own reasoning field, in which tags are leftovers.
 */
export type TagTrust = 'full' | 'leading' | 'off' | 'field';

/** Hears what the text turned out to be. */
export interface ScannerSink {
  readonly text: (chunk: string) => void;
  readonly reasoning: (chunk: string) => void;
  /** The text part that is open was thinking all along. */
  readonly reclassify: () => void;
  /** What follows belongs to a new part. */
  readonly endPart: () => void;
}

/** Tells thinking from answer in a text that comes in pieces; never looks at a character twice. */
export interface ReasoningScanner {
  readonly push: (chunk: string) => void;
  /** Something else came between: a tool call, or thinking in the engine's own field. */
  readonly interrupt: (by: 'tool-call' | 'reasoning-field' | 'other') => void;
  readonly isThinking: () => boolean;
  readonly end: () => void;
}

const open = '<think>';
const close = '</think>';
const quoteMarks = new Set(['"', "'", '`', '“', '”', '‘', '’', '«', '»']);

type State = 'start' | 'text' | 'thought-start' | 'thought';

/** A literal opening tag in the prose, waiting for its literal closing one. */
interface LiteralOpen {
  isOnThisLine: boolean;
  readonly isInFence: boolean;
}

/** A scanner at the start of an answer. */
export function createReasoningScanner(trust: TagTrust, sink: ScannerSink): ReasoningScanner {
  const initialState: State = trust === 'field' ? 'thought-start' : 'start';
  let fence = createFenceTracker();
  let state: State = initialState;
  /** An unfinished tag, or a closing one whose next character decides. */
  let pending = '';
  /** White space that is part of the text only if text follows. */
  let space = '';
  let trimsSpace = trust === 'field';
  /** Since the last tool call. */
  let hasThought = false;
  let literal: LiteralOpen | undefined;
  let lastPiece = '';

  const emit = (chunk: string): void => {
    if (chunk === '') return;
    lastPiece = chunk;
    if (state === 'text') return emitText(chunk);
    if (state === 'thought') return sink.reasoning(chunk);
    const firstVisible = chunk.search(/\S/);
    if (firstVisible < 0) {
      space += chunk;
      return;
    }
    const lead = trimsSpace ? withoutBlankLines(space + chunk.slice(0, firstVisible)) : space + chunk.slice(0, firstVisible);
    space = '';
    if (state === 'start') {
      state = 'text';
      emitText(lead + chunk.slice(firstVisible));
    } else {
      state = 'thought';
      sink.reasoning(lead + chunk.slice(firstVisible));
    }
  };

  const emitText = (chunk: string): void => {
    if (trust !== 'off') {
      fence.push(chunk);
      if (literal?.isOnThisLine && chunk.includes('\n')) literal.isOnThisLine = false;
    }
    sink.text(chunk);
  };

  const enter = (next: 'start' | 'thought-start'): void => {
    sink.endPart();
    state = next;
    space = '';
    trimsSpace = true;
    literal = undefined;
    fence = createFenceTracker();
  };

  const onOpen = (): void => {
    if (state === 'start') enter('thought-start');
    else if (state === 'text') {
      emit(open);
      literal = { isOnThisLine: true, isInFence: fence.isInside() };
    } else if (state === 'thought') emit(open);
    // else doubled: the template wrote one, the model another
  };

  const endThought = (): void => {
    hasThought = true;
    enter('start');
  };

  const onClose = (isQuoted: boolean): void => {
    switch (state) {
      case 'start':
        if (trust === 'full' || hasThought) enter('start');
        else emit(close);
        return;
      case 'thought-start':
        if (trust !== 'field') endThought();
        return;
      case 'thought':
        if (isQuoted) emit(close);
        else if (trust !== 'field') endThought();
        return;
      case 'text':
        return onCloseInText(isQuoted);
    }
  };

  const onCloseInText = (isQuoted: boolean): void => {
    const answersLiteral = literal !== undefined && (literal.isOnThisLine || hasThought || (literal.isInFence && fence.isInside()));
    const mayEndThinking = trust === 'full' && !hasThought;
    if (isQuoted || answersLiteral) {
      literal = undefined;
      emit(close);
    } else if (fence.isInside() && !(mayEndThinking && fence.isAtLineStart())) emit(close);
    else if (mayEndThinking) {
      sink.reclassify();
      endThought();
    } else if (!hasThought) emit(close);
    // else stray: a second end of the same thought, which is nobody's text
  };

  /** Takes in all it can tell apart; what it can't yet is held. */
  const scan = (text: string, isLast: boolean): void => {
    let from = 0;
    let at = text.indexOf('<');
    while (at >= 0) {
      const isOpen = text.startsWith(open, at);
      const isClose = !isOpen && text.startsWith(close, at);
      if (isOpen) {
        emit(text.slice(from, at));
        onOpen();
        lastPiece = open;
        from = at + open.length;
      } else if (isClose) {
        const after = at + close.length;
        const before = at > from ? text[at - 1] : lastPiece.at(-1);
        const canBeQuoted = before !== undefined && quoteMarks.has(before);
        if (canBeQuoted && after === text.length && !isLast) break;
        emit(text.slice(from, at));
        onClose(canBeQuoted && quoteMarks.has(text[after] ?? ''));
        lastPiece = close;
        from = after;
      } else if (!isLast && isBeginningOfTag(text, at)) break;
      at = text.indexOf('<', isOpen || isClose ? from : at + 1);
    }
    const end = at < 0 ? text.length : at;
    emit(text.slice(from, end));
    pending = text.slice(end);
  };

  return {
    push: (chunk) => {
      if (trust === 'off') emit(chunk);
      else if (pending === '') {
        if (chunk.includes('<')) scan(chunk, false);
        else emit(chunk);
      } else scan(pending + chunk, false);
    },
    interrupt: (by) => {
      scan(pending, true);
      if (by === 'tool-call') hasThought = false;
      if (by === 'reasoning-field') hasThought = true;
      enter(initialState === 'start' ? 'start' : 'thought-start');
    },
    isThinking: () => state === 'thought' || state === 'thought-start',
    end: () => scan(pending, true),
  };
}

function isBeginningOfTag(text: string, at: number): boolean {
  const rest = text.slice(at, at + close.length);
  return at + rest.length === text.length && (open.startsWith(rest) || close.startsWith(rest));
}

/** Drops the blank lines between a tag and its text, and the space on the tag's own line; keeps indentation. */
function withoutBlankLines(space: string): string {
  const lastBreak = space.lastIndexOf('\n');
  return lastBreak < 0 ? '' : space.slice(lastBreak + 1);
}
