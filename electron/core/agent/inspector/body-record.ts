import type { Redactor } from '../../shared/redactor.ts';

/** The beginning of a body, for the inspector. */
export interface BodyRecord {
  readonly add: (chunk: Buffer) => void;
  /** As text, redacted, with a note where something is left out. */
  readonly read: () => string;
}

const maxBytes = 64 * 1024;
/** More than is shown, so that a secret on the edge is redacted whole before the rest is cut off. */
const margin = 4 * 1024;

/** A record in memory only; it is redacted once, and anew only after it grew or another secret became known. */
export function createBodyRecord(redactor: Redactor): BodyRecord {
  const chunks: Buffer[] = [];
  let storedBytes = 0;
  let size = 0;
  let last: { readonly text: string; readonly kept: number; readonly learnt: number } | undefined;
  const redacted = (): string => {
    const secretCount = redactor.learntCount();
    if (last?.kept !== storedBytes || last.learnt !== secretCount) {
      last = { text: String(redactor.redact(Buffer.concat(chunks).toString('utf8'))), kept: storedBytes, learnt: secretCount };
    }
    return last.text;
  };
  return {
    add: (chunk) => {
      size += chunk.length;
      if (storedBytes >= maxBytes + margin) return;
      const copy = Buffer.from(chunk.subarray(0, maxBytes + margin - storedBytes)); // a copy: a piece may be part of a much larger buffer
      storedBytes += copy.length;
      chunks.push(copy);
    },
    read: () => (size > maxBytes ? `${redacted().slice(0, maxBytes)}\n… ${size - maxBytes} more bytes are not kept` : redacted()),
  };
}
