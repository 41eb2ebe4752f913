/** Text that grows piece by piece. */
export interface TextBuilder {
  readonly append: (piece: string) => void;
  readonly isEmpty: () => boolean;
  readonly read: () => string;
}

const piecesPerBlock = 512;

/**
 * `text += piece` would keep a tree of two objects for every token until someone reads it, some 60 bytes
 * for 4 characters; joining every few hundred pieces keeps memory near the text itself and stays linear.
 */
export function createTextBuilder(): TextBuilder {
  const blocks: string[] = [];
  let pieces: string[] = [];

  return {
    append: (piece) => {
      if (pieces.push(piece) < piecesPerBlock) return;
      blocks.push(pieces.join(''));
      pieces = [];
    },
    isEmpty: () => blocks.length === 0 && pieces.length === 0,
    read: () => blocks.join('') + pieces.join(''),
  };
}
