import { TextDecoder } from 'node:util';
import { TableStop } from './table-types.ts';

/**
 * Decodes bytes to text, without a byte order mark and with every line break as `\n`, so that files with mixed ones are read as well.
 * Undecodable bytes become U+FFFD.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = createDecoder(encoding);
  let endsWithReturn = false;
  const normalize = (text: string, isLast: boolean): string => {
    let joined = endsWithReturn ? `\r${text}` : text;
    // A return at the end of a piece may be followed by a line feed in the next.
    endsWithReturn = !isLast && joined.endsWith('\r');
    if (endsWithReturn) joined = joined.slice(0, -1);
    return joined.includes('\r') ? joined.replaceAll(/\r\n?/g, '\n') : joined;
  };
  for await (const piece of bytes) {
    const text = normalize(decoder.decode(piece, { stream: true }), false);
    if (text !== '') yield text;
  }
  const rest = normalize(decoder.decode(), true);
  if (rest !== '') yield rest;
}

function createDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new TableStop({ kind: 'unknown-encoding', effect: 'stopped', encoding });
  }
}
