import { TextDecoder } from 'node:util';
import { TableStop } from './table-types.ts';

/**
 * Decodes bytes to text, removes a byte order mark and converts every line break to `\n`, because a file may mix them. Undecodable
 * bytes become U+FFFD.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = createDecoder(encoding);
  let endsWithCarriageReturn = false;
  const normalize = (text: string, isLast: boolean): string => {
    let joined = endsWithCarriageReturn ? `\r${text}` : text;
    // a carriage return at the end of a chunk may be followed by a line feed in the next
    endsWithCarriageReturn = !isLast && joined.endsWith('\r');
    if (endsWithCarriageReturn) joined = joined.slice(0, -1);
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
