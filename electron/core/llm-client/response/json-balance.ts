/** Follows a JSON text as it grows and knows when its outermost value has closed. */
export interface JsonBalance {
  readonly push: (piece: string) => void;
  readonly isClosed: () => boolean;
}

const quote = 0x22;
const backslash = 0x5c;

/** Counts brackets outside of strings; whether it is valid JSON is decided once, at the end. */
export function createJsonBalance(): JsonBalance {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isClosed = false;

  return {
    push: (piece) => {
      for (let at = 0; at < piece.length; at += 1) {
        const code = piece.charCodeAt(at);
        if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (code === backslash) isEscaped = true;
          else if (code === quote) isInString = false;
        } else if (code === quote) isInString = true;
        else if (code === 0x7b || code === 0x5b) depth += 1;
        else if (code === 0x7d || code === 0x5d) {
          depth -= 1;
          if (depth === 0) isClosed = true;
        }
      }
    },
    isClosed: () => isClosed && depth === 0 && !isInString,
  };
}
