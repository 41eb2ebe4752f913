import { detectEncoding } from '../shared/detect-encoding.ts';

/** Enough for letters to show which encoding they are in. */
const headBytes = 256 * 1024;

/**
 * Decodes a text in any encoding. Returns undefined for what is no text: it has control characters, or bytes that no character has.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const wide = detectUtf32(bytes);
  const text = wide === undefined ? new TextDecoder(detectEncoding(bytes.subarray(0, headBytes))).decode(bytes) : decodeUtf32(bytes, wide);
  if (countUnusual(text.slice(0, headBytes)) * 50 > Math.min(text.length, headBytes)) return undefined;
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
}

/** Counts characters that a text doesn't have. A form feed and an escape are in some. */
function countUnusual(text: string): number {
  // oxlint-disable-next-line no-control-regex -- they show that this is no text
  return text.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f\uFFFD]/g)?.length ?? 0;
}

type Order = 'little' | 'big';

/** Detects UTF-32 by its mark, or by characters whose upper bytes are all zero. TextDecoder doesn't know it. */
function detectUtf32(bytes: Uint8Array): Order | undefined {
  if (bytes.length < 8 || bytes.length % 4 !== 0) return undefined;
  const head = bytes.subarray(0, 4096);
  const isEvery = (test: (index: number) => boolean): boolean => head.every((byte, index) => !test(index % 4) || byte === 0);
  const isFirstMark = (...mark: readonly number[]): boolean => mark.every((byte, index) => head[index] === byte);
  if (isFirstMark(0xff, 0xfe, 0, 0) || isEvery((place) => place > 1)) return 'little';
  return isFirstMark(0, 0, 0xfe, 0xff) || isEvery((place) => place < 2) ? 'big' : undefined;
}

function decodeUtf32(bytes: Uint8Array, order: Order): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const code = view.getUint32(at, order === 'little');
    if (at > 0 || code !== 0xfeff) parts.push(code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD');
  }
  return parts.join('');
}
