import type { Redactor } from '../../shared/redactor.ts';
import { createImageReplacer } from './replace-images.ts';

/** The start of a body, for the inspector. */
export type BodyRecord = ReturnType<typeof createBodyRecord>;

const maxBytes = 64 * 1024;
/** Stored beyond what is shown, so that a secret at the edge is redacted as a whole. */
const margin = 4 * 1024;

/**
 * Creates an in-memory record. Images are replaced before the rest is measured and stored. It redacts again only if it grew or the
 * redactor learned another secret.
 */
export function createBodyRecord(redactor: Redactor) {
  const chunks: Buffer[] = [];
  let storedBytes = 0;
  let size = 0;
  let last: { readonly text: string; readonly kept: string; readonly learnt: number } | undefined;
  const redacted = (): string => {
    const secretCount = redactor.learntCount();
    const rest = images.rest();
    const kept = `${storedBytes} ${rest}`;
    if (last?.kept !== kept || last.learnt !== secretCount) {
      last = { text: String(redactor.redact(Buffer.concat(chunks).toString('utf8') + rest)), kept, learnt: secretCount };
    }
    return last.text;
  };
  const images = createImageReplacer((bytes) => {
    size += bytes.length;
    const copy = Buffer.from(bytes.subarray(0, Math.max(0, maxBytes + margin - storedBytes))); // a copy, because it may be part of a much larger buffer
    storedBytes += copy.length;
    chunks.push(copy);
  });
  return {
    add: (chunk: Buffer): void => {
      if (storedBytes >= maxBytes + margin) size += chunk.length;
      else images.add(chunk);
    },
    /** Returns redacted text with a note on the omitted bytes. */
    read: (): string => (size > maxBytes ? `${redacted().slice(0, maxBytes)}\n… ${size - maxBytes} more bytes are not kept` : redacted()),
  };
}
