import { analyse } from 'chardet';

const marks: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Finds the encoding of a text file by its first bytes: a byte order mark, zero bytes in every other place (UTF-16 without a mark), valid
 * UTF-8, and otherwise the letters in use. A head that is cut inside a character is still valid.
 */
export function detectEncoding(head: Uint8Array): string {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => head[index] === byte));
  if (marked) return marked[0];
  return detectUtf16(head) ?? (isUtf8(head) ? 'utf-8' : detectByLetters(head));
}

/** Text in UTF-16 has a zero byte for each character of ASCII, always at the same side. */
function detectUtf16(head: Uint8Array): string | undefined {
  if (head.length < 4) return undefined;
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const enough = head.length / 8;
  if (odd > enough && odd > even * 20) return 'utf-16le';
  if (even > enough && even > odd * 20) return 'utf-16be';
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

/** Multi-byte encodings need more evidence, because few accented letters in Windows-1252 look like one. */
const minimumConfidence = 50;

function detectByLetters(head: Uint8Array): string {
  // Windows-1252 contains Latin-1, and the web's standard reads the one as the other.
  const best = analyse(head).find(({ name }) => !/^(utf-|iso-8859-1$)/i.test(name) && isKnown(name));
  return best && best.confidence >= minimumConfidence ? best.name.toLowerCase() : 'windows-1252';
}

function isKnown(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== '';
  } catch {
    return false;
  }
}
