import { findCut, firstFenceLine, maxBlockLength, stableEnd, tableHeading, trimIncompleteMarker } from './stable-blocks.ts';
import { safeCut, copyString, findOpenFence, openFence, type Fence } from './fence.ts';
import { lexBlocks } from './markdown-lexer.ts';
import { areSameReferences, createDefinitions, noReferences, withDefinitions, type References } from './link-references.ts';
import type { MarkdownToken } from './tokens.ts';

/** A part of a message that is rendered on its own. */
export type Block =
  | { readonly kind: 'markdown'; readonly id: number; readonly source: string }
  | {
      readonly kind: 'code';
      readonly id: number;
      readonly info: string;
      readonly pieces: readonly string[];
      /** More code may follow. */
      readonly isOpen: boolean;
    };

/** A message as blocks. Unchanged parts are the same objects as before. */
export interface SplitText {
  /** Full groups of blocks that can't change any more. */
  readonly sections: readonly (readonly Block[])[];
  /** The blocks after them. The last one may still grow. */
  readonly recent: readonly Block[];
  readonly references: References;
}

const firstWindow = 2048;
const sectionSize = 16;
const overlapLength = 64;

/** Creates what splits a growing message into blocks. Each update works only on the last block and the new text. */
export function createBlockSplitter() {
  let state = createState();
  let lexed = 0;
  let split: SplitText | undefined;

  return {
    /** The number of characters given to the lexer. */
    lexedCharacters: () => lexed + state.lexed,
    /** Takes the whole text so far. */
    update: (text: string): SplitText => {
      if (!state.isContinuedBy(text)) {
        lexed += state.lexed;
        state = createState();
        split = undefined;
      }
      if (split === undefined || text.length > state.read) split = state.take(text);
      return split;
    },
  };
}

function createState() {
  const sections: (readonly Block[])[] = [];
  let section: Block[] = [];
  const definitions = createDefinitions(noReferences);
  let nextId = 0;
  let read = 0;
  let lastReadEnd = '';
  let lexed = 0;
  /** The text after the frozen blocks, with normalized line ends. */
  let tail = '';
  let hasOpenReturn = false;
  /** This much of the tail is known to contain no boundary. */
  let scannedLength = 0;
  let fence: Fence | undefined;
  /** The start of the fence's current line has been read already. */
  let isInLine = false;
  let lastDefinitions = { before: noReferences, source: '', after: noReferences };

  const freeze = (block: Block) => {
    nextId += 1;
    section.push(block);
    if (block.kind === 'markdown') definitions.add(block.source);
    if (section.length < sectionSize) return;
    sections.push(section);
    section = [];
  };
  const freezeText = (source: string) => {
    // a blank line ends the block, even an unclosed formula
    if (source.trim() !== '') freeze({ kind: 'markdown', id: nextId, source: copyString(`${source}\n\n`) });
  };
  const dropTail = (length: number) => {
    tail = tail.slice(length);
    scannedLength = 0;
  };
  const lexTokens = (source: string): readonly MarkdownToken[] => {
    lexed += source.length;
    return lexBlocks(source).tokens;
  };

  /** Reads the lines of an open fence. Returns whether it ended. */
  const readFence = (open: Fence): boolean => {
    const lines: string[] = [];
    let from = 0;
    let hasEnded = false;
    while (!hasEnded) {
      const end = tail.indexOf('\n', from);
      // a very long line is code, although its end has not arrived
      const isEndless = end < 0 && tail.length - from > maxBlockLength;
      if (end < 0 && !isEndless) break;
      const next = end < 0 ? safeCut(tail, tail.length) : end + 1;
      const line = tail.slice(from, next);
      hasEnded = !isInLine && end >= 0 && open.isClosedBy(line.slice(0, -1));
      if (!hasEnded) lines.push(isInLine ? line : open.strip(line));
      isInLine = end < 0;
      from = next;
      if (isInLine) break;
    }
    if (lines.length > 0) open.lines.push(lines.join(''));
    dropTail(from);
    if (!hasEnded) return false;
    freeze({ kind: 'code', id: nextId, info: open.info, pieces: open.lines.read(), isOpen: false });
    fence = undefined;
    return true;
  };

  /** Freezes complete blocks up to `end`. Returns whether there were any. */
  const readUntil = (end: number): boolean => {
    const { frozen, fenceAt } = stableEnd(lexTokens(tail.slice(0, end)), freezeText);
    if (fenceAt < 0) {
      if (frozen > 0) dropTail(frozen);
      else scannedLength = end;
      return frozen > 0;
    }
    dropTail(fenceAt);
    const line = tail.slice(0, tail.indexOf('\n'));
    fence = openFence(line);
    if (fence === undefined) throw new Error('the lexer saw a fence where there is none');
    dropTail(line.length + 1);
    return true;
  };

  /** Freezes complete blocks. Returns whether there may be more to read. */
  const readBlocks = (): boolean => {
    const wholeLines = tail.lastIndexOf('\n', maxBlockLength - 1) + 1;
    // begins with the text before a fence, because the text after it counts only once the fence ends
    const fenceLine = scannedLength === 0 ? firstFenceLine(tail.slice(0, Math.min(firstWindow, wholeLines))) : 0;
    for (let size = fenceLine || Math.max(firstWindow, scannedLength); ; size *= 2) {
      const window = size >= wholeLines ? wholeLines : tail.lastIndexOf('\n', size - 1) + 1;
      if (window > scannedLength && readUntil(window)) return true;
      if (window >= wholeLines) break;
    }
    if (tail.length <= maxBlockLength) return false;
    const cut = findCut(tail);
    const source = tail.slice(0, cut);
    freezeText(source);
    fence = findOpenFence(source);
    const heading = fence === undefined && tail[cut] !== '\n' ? tableHeading(source) : '';
    dropTail(cut);
    // if a row is so long that nothing but the header was before the cut, the row becomes a paragraph
    if (heading.length < cut) tail = heading + tail;
    return true;
  };

  const last = (): Block | undefined => {
    if (fence !== undefined) {
      const isEnd = !isInLine && fence.isClosedBy(tail);
      const rest = isEnd ? '' : isInLine ? tail : fence.strip(tail);
      return { kind: 'code', id: nextId, info: fence.info, pieces: appendRest(fence.lines.read(), rest), isOpen: !isEnd };
    }
    const source = trimIncompleteMarker(tail);
    return source.trim() === '' ? undefined : { kind: 'markdown', id: nextId, source };
  };

  /** Returns all definitions, including those in the open block. The same object while they are equal. */
  const allReferences = (open: Block | undefined): References => {
    const references = definitions.read();
    const source = open?.kind === 'markdown' && open.source.includes(']:') ? completeLines(open.source) : '';
    if (lastDefinitions.source === source && lastDefinitions.before === references) return lastDefinitions.after;
    const after = withDefinitions(references, source);
    const isSame = areSameReferences(after, lastDefinitions.after);
    lastDefinitions = { before: references, source: copyString(source), after: isSame ? lastDefinitions.after : after };
    return lastDefinitions.after;
  };

  return {
    get read() {
      return read;
    },
    get lexed() {
      return lexed;
    },
    isContinuedBy: (text: string) => text.length >= read && text.slice(Math.max(0, read - overlapLength), read) === lastReadEnd,
    take: (text: string): SplitText => {
      const added = text.slice(read);
      read = text.length;
      lastReadEnd = copyString(text.slice(Math.max(0, read - overlapLength)));
      tail += hasOpenReturn && added.startsWith('\n') ? normalizeLineEnds(added.slice(1)) : normalizeLineEnds(added);
      hasOpenReturn = added.endsWith('\r');
      while (fence === undefined ? readBlocks() : readFence(fence));
      // a slice would keep the whole text alive
      if (added.length > maxBlockLength) tail = copyString(tail);
      const open = last();
      return {
        sections: [...sections],
        recent: open === undefined ? [...section] : [...section, open],
        references: allReferences(open),
      };
    },
  };
}

function appendRest(pieces: readonly string[], rest: string): readonly string[] {
  return rest === '' ? pieces : [...pieces.slice(0, -1), (pieces.at(-1) ?? '') + rest];
}

function completeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

function normalizeLineEnds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}
