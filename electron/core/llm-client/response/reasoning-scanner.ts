import { createFenceTracker } from './fence-tracker.ts';

/**
 * How far a model's inline reasoning tags are trusted.
 * `full`: a reasoning model, whose reasoning may also lack its opening tag.
 * `leading`: an undeclared model. Only a tag at the start of the answer counts.
 * `off`: a model declared without reasoning. Tags are text.
 * `field`: the engine's reasoning field. Tags in it are leftovers.
 */
export type TagTrust = 'full' | 'leading' | 'off' | 'field';

/** Receives the classified text. */
export interface ScannerSink {
  readonly text: (chunk: string) => void;
  readonly reasoning: (chunk: string) => void;
  /** Turns the current text part into reasoning. */
  readonly reclassify: () => void;
  /** Starts a new part with the next chunk. */
  readonly endPart: () => void;
}

/** Separates reasoning from text in a stream of chunks. Reads every character once. */
export interface ReasoningScanner {
  readonly push: (chunk: string) => void;
  /** Call it when a tool call or the reasoning field comes in between. */
  readonly interrupt: (by: 'tool-call' | 'reasoning-field' | 'other') => void;
  readonly isThinking: () => boolean;
  readonly end: () => void;
}

const open = '<think>';
const close = '</think>';
const quoteMarks = new Set(['"', "'", '`', '“', '”', '‘', '’', '«', '»']);

type State = 'start' | 'text' | 'thought-start' | 'thought';

/** A literal opening tag in the text that waits for its closing one. */
interface LiteralOpen {
  isOnThisLine: boolean;
  readonly isInFence: boolean;
}

/** Creates a scanner at the start of an answer. */
export function createReasoningScanner(trust: TagTrust, sink: ScannerSink): ReasoningScanner {
  const initialState: State = trust === 'field' ? 'thought-start' : 'start';
  let fence = createFenceTracker();
  let state: State = initialState;
  /** An incomplete tag, or a closing one whose next character decides. */
  let pending = '';
  /** White space that counts only if text follows. */
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
    // else doubled: template and model both wrote one
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
    // else stray: a second closing tag is no text
  };

  /** Emits everything that is decided and keeps the rest pending. */
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

/** Drops blank lines after a tag and space on the tag's line. Keeps indentation. */
function withoutBlankLines(space: string): string {
  const lastBreak = space.lastIndexOf('\n');
  return lastBreak < 0 ? '' : space.slice(lastBreak + 1);
}
