import { ok, type Failed, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import { historyText } from '../text.ts';

/** An element of the list. */
export type JsonArrayElement =
  | { readonly kind: 'element'; readonly value: unknown; readonly header: unknown }
  /** Skipped, with the reason. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** A larger conversation is skipped, because it would use up the memory. */
const largestElement = 64 * 1024 * 1024;
const deepest = 200;

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma] = Buffer.from('"\\{}[],');
const byteOrderMark = Buffer.from('\uFEFF');
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Decodes text without a byte order mark. */
const decode = (pieces: readonly Buffer[]): string =>
  Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\uFEFF/, '');

/** Reads a file in chunks and returns its elements once they are complete. */
export interface JsonArrayReader {
  readonly push: (piece: Buffer) => readonly JsonArrayElement[];
  readonly end: () => Result<readonly JsonArrayElement[]>;
}

/** The failure for a file without conversations. */
export function noConversations(): Failed {
  return fail('import-empty');
}

/**
 * Splits a JSON file into the elements of its list, with at most one in memory. The list is the file itself or its property
 * `conversations`. A file that is an object without that property is its only element. Streaming parsers stop at the first error and
 * build every value in JavaScript. This one skips elements that are too large, too deep or broken, and leaves the others to JSON.parse.
 */
export function createJsonArrayReader(): JsonArrayReader {
  let pieces: Buffer[] = [];
  let size = 0;
  let tooLarge: string | undefined;
  let depth = 0;
  let deepestSeen = 0;
  let isInString = false;
  let isEscaped = false;
  let hasBegun = false;
  let isOver = false;
  /** The depth of the list, or 0 until it is known. */
  let listDepth = 0;
  let header: unknown;

  const keep = (piece: Buffer): void => {
    if (tooLarge !== undefined) return;
    if (size + piece.length > largestElement) {
      tooLarge = historyText.import.tooLarge(largestElement / 1024 / 1024);
      pieces = [];
    } else pieces.push(piece);
    size += piece.length;
  };

  const take = (): JsonArrayElement | undefined => {
    const text = decode(pieces);
    const reason = tooLarge ?? (deepestSeen - listDepth > deepest ? historyText.import.tooDeep : undefined);
    const wasEmpty = size === 0 || (tooLarge === undefined && text.trim() === '');
    pieces = [];
    size = 0;
    tooLarge = undefined;
    deepestSeen = depth;
    if (wasEmpty) return undefined;
    if (reason !== undefined) return { kind: 'unreadable', reason };
    try {
      return { kind: 'element', value: JSON.parse(text), header };
    } catch {
      return { kind: 'unreadable', reason: historyText.import.notJson };
    }
  };

  /** Returns whether the text so far ends with the start of the property that has the list. */
  const readHeader = (): boolean => {
    if (depth !== 1 || size > 10_000) return false;
    const text = decode(pieces);
    if (!/"conversations"\s*:\s*$/.test(text)) return false;
    try {
      header = JSON.parse(`${text}[]}`);
      return true;
    } catch {
      return false;
    }
  };

  const push: JsonArrayReader['push'] = (piece) => {
    const elements: JsonArrayElement[] = [];
    let from = 0;
    const cut = (to: number): void => {
      if (to > from) keep(piece.subarray(from, to));
      from = to;
    };
    for (let at = 0; at < piece.length && !isOver; at += 1) {
      const byte = piece[at] ?? 0;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
        continue;
      }
      if (byte === quote) {
        isInString = true;
      } else if (byte === openBrace || byte === openBracket) {
        if (byte === openBracket && listDepth === 0) {
          if (hasBegun) cut(at);
          if (!hasBegun || readHeader()) {
            depth += 1;
            listDepth = depth;
            deepestSeen = depth;
            pieces = [];
            size = 0;
            from = at + 1;
            hasBegun = true;
            continue;
          }
        }
        hasBegun = true;
        depth += 1;
        deepestSeen = Math.max(deepestSeen, depth);
      } else if (byte === closeBrace || byte === closeBracket) {
        if (depth === listDepth && listDepth > 0) {
          cut(at);
          const element = take();
          if (element) elements.push(element);
          isOver = true;
          continue;
        }
        depth -= 1;
        if (depth === 0) {
          cut(at + 1);
          isOver = true;
        }
      } else if (byte === comma && depth === listDepth && listDepth > 0) {
        cut(at);
        from = at + 1;
        const element = take();
        if (element) elements.push(element);
      } else if (!hasBegun && !isSpace(byte) && !byteOrderMark.includes(byte)) {
        isOver = true; // neither a list nor an object
      }
    }
    if (!isOver) cut(piece.length);
    return elements;
  };

  return {
    push,
    end: () => {
      if (!hasBegun) return noConversations();
      if (listDepth === 0) {
        const whole = take();
        return whole ? ok([whole]) : noConversations();
      }
      return ok(isOver ? [] : [{ kind: 'unreadable', reason: historyText.import.cutOff }]);
    },
  };
}
