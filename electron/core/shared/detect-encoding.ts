import { analyse } from 'chardet';

const marks: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Detects the encoding of a text file from its first bytes: by a byte order mark, by zero bytes in every other position (UTF-16
 * without a mark), by valid UTF-8, and otherwise by its letters. The head may end inside a character.
 */
export function detectEncoding(head: Uint8Array): string {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => head[index] === byte));
  if (marked) return marked[0];
  return detectUtf16(head) ?? (isUtf8(head) ? 'utf-8' : detectByLetters(head));
}

/** Detects UTF-16 by its zero bytes: each ASCII character has one, always in the same half. */
function detectUtf16(head: Uint8Array): string | undefined {
  if (head.length < 4) return undefined;
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const minZeros = head.length / 8;
  if (odd > minZeros && odd > even * 20) return 'utf-16le';
  if (even > minZeros && even > odd * 20) return 'utf-16be';
  return undefined;
}

function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Below this, Windows-1252 is more likely: a few of its accented letters look like a multi-byte encoding. */
const minConfidence = 50;

function detectByLetters(head: Uint8Array): string {
  // ISO-8859-1 is ignored, because the WHATWG standard decodes it as Windows-1252.
  const best = analyse(head).find(({ name }) => !/^(utf-|iso-8859-1$)/i.test(name) && isSupported(name));
  return best && best.confidence >= minConfidence ? best.name.toLowerCase() : 'windows-1252';
}

function isSupported(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== '';
  } catch {
    return false;
  }
}
