import type { Redactor } from '../../shared/redactor.ts';

/** The start of a body, for the inspector. */
export type BodyRecord = ReturnType<typeof createBodyRecord>;

const maxBytes = 64 * 1024;
/** Stored beyond what is shown, so that a secret at the edge is redacted as a whole. */
const margin = 4 * 1024;

/** Creates an in-memory record. It redacts again only if it grew or the redactor learned another secret. */
export function createBodyRecord(redactor: Redactor) {
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
    add: (chunk: Buffer): void => {
      size += chunk.length;
      if (storedBytes >= maxBytes + margin) return;
      const copy = Buffer.from(chunk.subarray(0, maxBytes + margin - storedBytes)); // a copy, because the chunk may be part of a much larger buffer
      storedBytes += copy.length;
      chunks.push(copy);
    },
    /** Returns redacted text with a note on the omitted bytes. */
    read: (): string => (size > maxBytes ? `${redacted().slice(0, maxBytes)}\n… ${size - maxBytes} more bytes are not kept` : redacted()),
  };
}
