/** The longest message of a page. It holds 50 attachments of the allowed length, and V8 allows strings of twice this length. */
export const maxPageMessageLength = 2 ** 28;

/** As UTF-8 below 10 MiB, the longest text that jupyter-server-proxy forwards. */
const maxPieceLength = 3_000_000;
/** The first character of a piece. Other texts are JSON objects. */
const continued = '+';
const last = '=';

/** Splits a long JSON object into pieces that reverse proxies forward. */
export function splitText(text: string): readonly string[] {
  if (text.length <= maxPieceLength) return [text];
  const pieces: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = pieceEnd(text, start);
    pieces.push(`${end < text.length ? continued : last}${text.slice(start, end)}`);
    start = end;
  }
  return pieces;
}

/** Returns where a piece ends: not within a surrogate pair, whose halves have no UTF-8. */
function pieceEnd(text: string, start: number): number {
  const end = start + maxPieceLength;
  const isWithinPair = end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return isWithinPair ? end - 1 : end;
}

/** Creates a function that joins the pieces of one connection. It returns each text when it is complete, as '' if it is too long. */
export function createTextJoiner(maxLength = Infinity): (piece: string) => string | undefined {
  const maxPieces = maxLength / maxPieceLength + 2; // the last one, and what the others leave to it
  let pieces: string[] = [];
  let length = 0;
  let count = 0;
  return (piece) => {
    const isContinued = piece.startsWith(continued);
    if (!isContinued && !piece.startsWith(last)) return piece;
    length += piece.length - 1;
    count += 1;
    if (length > maxLength || count > maxPieces) pieces = [];
    else pieces.push(piece.slice(1));
    if (isContinued) return undefined;
    const text = pieces.join('');
    pieces = [];
    length = 0;
    count = 0;
    return text;
  };
}
