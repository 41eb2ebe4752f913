import type { Redactor } from '../../shared/redactor.ts';

/** The beginning of a body, for the inspector. */
export interface BodyRecord {
  readonly add: (piece: Buffer) => void;
  /** As text, redacted, with a note where something is left out. */
  readonly read: () => string;
}

const keptBytes = 64 * 1024;
/** More than is shown, so that a secret on the edge is redacted whole before the rest is cut off. */
const margin = 4 * 1024;

/** A record in memory only; it is redacted once, and anew only after it grew or another secret became known. */
export function createBodyRecord(redactor: Redactor): BodyRecord {
  const pieces: Buffer[] = [];
  let kept = 0;
  let size = 0;
  let last: { readonly text: string; readonly kept: number; readonly learnt: number } | undefined;
  const redacted = (): string => {
    const learnt = redactor.learntCount();
    if (last?.kept !== kept || last.learnt !== learnt) {
      last = { text: String(redactor.redact(Buffer.concat(pieces).toString('utf8'))), kept, learnt };
    }
    return last.text;
  };
  return {
    add: (piece) => {
      size += piece.length;
      if (kept >= keptBytes + margin) return;
      const part = Buffer.from(piece.subarray(0, keptBytes + margin - kept)); // a copy: a piece may be part of a much larger buffer
      kept += part.length;
      pieces.push(part);
    },
    read: () => (size > keptBytes ? `${redacted().slice(0, keptBytes)}\n… ${size - keptBytes} more bytes are not kept` : redacted()),
  };
}
