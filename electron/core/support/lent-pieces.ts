import type { Duplex } from 'node:stream';

const readers = new WeakMap<Duplex, () => boolean>();

/**
 * Says of a stream that whoever hears its "data" is done with each piece when the event is over, as TLS is, which copies it. The
 * stream may then use the memory again; otherwise every 30 MiB cost a whole garbage collection. `isSafe` is asked before each time.
 */
export function lendPieces(stream: Duplex, isSafe: () => boolean = always): void {
  readers.set(stream, isSafe);
}

/** Whether a piece of this stream is only lent to who hears of it. */
export function isLent(stream: Duplex): boolean {
  return readers.get(stream)?.() ?? false;
}

/** Frees the memory of a piece at once, unless there is more in it than the piece and the words around it. */
export function freePiece(piece: Buffer): void {
  const { buffer } = piece;
  if (piece.length >= smallestFreed && buffer instanceof ArrayBuffer && buffer.byteLength - piece.length < wordsAround) buffer.transfer(0);
}

const always = (): boolean => true;
/** Below, Node puts many buffers into one piece of memory. */
const smallestFreed = 4096;
const wordsAround = 512;
