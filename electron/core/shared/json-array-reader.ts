/** An element of the list. */
export type JsonArrayElement<T = unknown> =
  | { readonly kind: 'element'; readonly value: T; readonly header: unknown }
  /** Skipped, with the reason. */
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason };

/** Why an element was skipped. `cut-off` is only ever the last. */
export type UnreadableReason = 'too-large' | 'too-deep' | 'invalid' | 'cut-off';

/** What counts as the list, and which elements are skipped because they would use up the memory. */
export interface JsonArrayOptions<T> {
  /** The property that has the list in a file that is an object. Without it only a file that is a list itself has one. */
  readonly property?: string;
  readonly maxElementBytes: number;
  /** Parses an element. Throws if it is invalid. Defaults to JSON.parse. */
  readonly parse?: (text: string) => T;
}

const deepest = 200;

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma] = Buffer.from('"\\{}[],');
const byteOrderMark = Buffer.from('\uFEFF');
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Decodes text without a byte order mark. */
const decode = (pieces: readonly Buffer[]): string =>
  Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\uFEFF/, '');

/**
 * Splits a JSON file into the elements of its list, with at most one in memory. The list is the file itself or the given
 * property of it. A file that is an object without that property is its only element. Streaming parsers stop at the first error and
 * build every value in JavaScript. This one skips elements that are too large, too deep or broken, and leaves the others to JSON.parse.
 */
export function createJsonArrayReader<T = unknown>({ property, maxElementBytes, parse = JSON.parse }: JsonArrayOptions<T>) {
  let pieces: Buffer[] = [];
  let size = 0;
  let isTooLarge = false;
  let depth = 0;
  let deepestSeen = 0;
  let isInString = false;
  let isEscaped = false;
  let hasBegun = false;
  let isOver = false;
  let hasTextAfterList = false;
  /** The depth of the list, or 0 until it is known. */
  let listDepth = 0;
  let header: unknown;

  const keep = (piece: Buffer): void => {
    if (isTooLarge) return;
    if (size + piece.length > maxElementBytes) {
      isTooLarge = true;
      pieces = [];
    } else pieces.push(piece);
    size += piece.length;
  };

  const take = (): JsonArrayElement<T> | undefined => {
    const text = decode(pieces);
    const reason = isTooLarge ? 'too-large' : deepestSeen - listDepth > deepest ? 'too-deep' : undefined;
    const wasEmpty = size === 0 || (!isTooLarge && text.trim() === '');
    pieces = [];
    size = 0;
    isTooLarge = false;
    deepestSeen = depth;
    if (wasEmpty) return undefined;
    if (reason !== undefined) return { kind: 'unreadable', reason };
    try {
      return { kind: 'element', value: parse(text), header };
    } catch {
      return { kind: 'unreadable', reason: 'invalid' };
    }
  };

  const mayEndHeader = (): boolean => property !== undefined && depth === 1 && size <= 10_000;

  /** Returns whether the text so far ends with the start of the property that has the list. */
  const readHeader = (): boolean => {
    if (!mayEndHeader()) return false;
    const text = decode(pieces);
    const start = text.trimEnd();
    if (!start.endsWith(':') || !start.slice(0, -1).trimEnd().endsWith(JSON.stringify(property))) return false;
    try {
      header = JSON.parse(`${text}[]}`);
      return true;
    } catch {
      return false;
    }
  };

  const push = (piece: Buffer): readonly JsonArrayElement<T>[] => {
    const elements: JsonArrayElement<T>[] = [];
    let from = 0;
    let at = 0;
    const cut = (to: number): void => {
      if (to > from) keep(piece.subarray(from, to));
      from = to;
    };
    for (; at < piece.length && !isOver; at += 1) {
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
          if (mayEndHeader()) cut(at);
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
    else if (listDepth === 1) hasTextAfterList ||= !piece.subarray(at).every(isSpace);
    return elements;
  };

  return {
    /** Takes a chunk of the file and returns the elements that it completes. */
    push,
    /** Returns whether the file so far has text after the end of its list. Does not apply to a list in a property. */
    hasTextAfterList: () => hasTextAfterList,
    /** Returns undefined if the file has neither a list nor an object. */
    end: (): readonly JsonArrayElement<T>[] | undefined => {
      if (!hasBegun) return undefined;
      if (listDepth === 0) {
        const whole = take();
        return whole ? [whole] : undefined;
      }
      return isOver ? [] : [{ kind: 'unreadable', reason: 'cut-off' }];
    },
  };
}
