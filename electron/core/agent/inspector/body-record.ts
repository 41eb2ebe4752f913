/** The beginning of a body, for the inspector. */
export interface BodyRecord {
  readonly add: (piece: Buffer) => void;
  /** As text, redacted, with a note where something is left out. */
  readonly read: () => string;
}

const keptBytes = 64 * 1024;
/** More than is shown, so that a secret on the edge is redacted whole before the rest is cut off. */
const margin = 4 * 1024;

/** A record in memory only. */
export function createBodyRecord(redact: (text: string) => string): BodyRecord {
  const pieces: Buffer[] = [];
  let kept = 0;
  let size = 0;
  return {
    add: (piece) => {
      size += piece.length;
      if (kept >= keptBytes + margin) return;
      const part = Buffer.from(piece.subarray(0, keptBytes + margin - kept)); // a copy: a piece may be part of a much larger buffer
      kept += part.length;
      pieces.push(part);
    },
    read: () => {
      const text = redact(Buffer.concat(pieces).toString('utf8'));
      return size > keptBytes ? `${text.slice(0, keptBytes)}\n… ${size - keptBytes} more bytes are not kept` : text;
    },
  };
}
