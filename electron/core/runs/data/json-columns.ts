/** A column of JSON written by columns: its name as JSON text, and where its values are in the source. */
export interface JsonColumn {
  readonly name: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Finds the columns of JSON written by columns: an object of objects with the same keys, as pandas writes by default. Returns whether the
 * whole text is one. Only finds where values are, because parsing numbers with their source takes ten times as long.
 */
export function* findJsonColumns(text: string): Generator<JsonColumn, boolean> {
  const { take, takeString, takeValue, isAtEnd } = createCursor(text);
  let keys: readonly string[] | undefined;
  if (!take('{')) return false;
  do {
    const name = takeString();
    if (name === undefined || !take(':') || !take('{')) return false;
    const found: string[] = [];
    const [starts, ends]: [number[], number[]] = [[], []];
    do {
      const key = takeString();
      const value = key !== undefined && take(':') ? takeValue() : undefined;
      if (key === undefined || value === undefined || (keys && keys[starts.length] !== key)) return false;
      if (!keys) found.push(key);
      starts.push(value.start);
      ends.push(value.end);
    } while (take(','));
    keys ??= found;
    if (!take('}') || keys.length !== starts.length) return false;
    yield { name, starts, ends };
  } while (take(','));
  return take('}') && isAtEnd();
}

/** Returns whether a whole text is JSON written by columns. */
export function hasJsonColumns(text: string): boolean {
  const found = findJsonColumns(text);
  for (;;) {
    const next = found.next();
    if (next.done === true) return next.value;
  }
}

/**
 * Returns whether a text that may be cut off starts like JSON written by columns, with a number as the first key. The name of the first
 * column has a limit, because a pattern overflows the stack with one of some megabytes.
 */
export function startsJsonColumns(head: string): boolean {
  return /^\s*\{\s*"(?:[^"\\]|\\.){0,1000}"\s*:\s*\{\s*"\d+"\s*:/.test(head);
}

/** Returns a row of columns as a JSON object, with its values as they are written in the source. */
export function joinJsonRow(text: string, columns: readonly JsonColumn[], index: number): string {
  const fields = columns.map(({ name, starts, ends }) => `${name}:${text.slice(starts[index], ends[index])}`);
  return `{${fields.join(',')}}`;
}

const spaceCode = 0x20;
const scalar = /[^\s,:{}[\]"]+/y;
const bracketOrQuote = /["{}[\]]/g;

function createCursor(text: string) {
  let at = 0;

  const skipSpace = (): void => {
    while (text.charCodeAt(at) <= spaceCode) at += 1;
  };

  /** Moves behind a string that starts here. */
  const skipString = (): boolean => {
    let end = at;
    let slashes: number;
    do {
      end = text.indexOf('"', end + 1);
      if (end === -1) return false;
      slashes = 0;
      while (text.charAt(end - 1 - slashes) === '\\') slashes += 1;
    } while (slashes % 2 === 1);
    at = end + 1;
    return true;
  };

  /** Moves behind an array or an object that starts here. */
  const skipNested = (): boolean => {
    let depth = 0;
    do {
      bracketOrQuote.lastIndex = at;
      const found = bracketOrQuote.exec(text);
      if (!found) return false;
      at = found.index;
      if (found[0] === '"') {
        if (!skipString()) return false;
      } else {
        depth += found[0] === '{' || found[0] === '[' ? 1 : -1;
        at += 1;
      }
    } while (depth > 0);
    return true;
  };

  const skipScalar = (): boolean => {
    scalar.lastIndex = at;
    if (!scalar.test(text)) return false;
    at = scalar.lastIndex;
    return true;
  };

  return {
    take: (character: string): boolean => {
      skipSpace();
      if (text.charAt(at) !== character) return false;
      at += 1;
      return true;
    },
    /** Takes a string, as JSON. */
    takeString: (): string | undefined => {
      skipSpace();
      const start = at;
      return text.charAt(at) === '"' && skipString() ? text.slice(start, at) : undefined;
    },
    takeValue: (): { readonly start: number; readonly end: number } | undefined => {
      skipSpace();
      const start = at;
      const first = text.charAt(at);
      const isSkipped = first === '"' ? skipString() : first === '{' || first === '[' ? skipNested() : skipScalar();
      return isSkipped ? { start, end: at } : undefined;
    },
    isAtEnd: (): boolean => {
      skipSpace();
      return at === text.length;
    },
  };
}
