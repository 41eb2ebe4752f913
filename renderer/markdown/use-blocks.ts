import { useState } from 'react';
import { createBlockSplitter, type Split } from './block-splitter.ts';

/**
 * The blocks of a text. What was read of it before is kept with the component: drawing the same text twice
 * gives the same blocks, and another text starts over.
 */
export function useBlocks(text: string, isLive: boolean): Split {
  const [splitter] = useState(createBlockSplitter);
  // what is finished has finished its last line, which counts for a definition in it
  return splitter.update(isLive ? text : `${text}\n`);
}
