import { memo } from 'react';
import { CodeBlock } from '../markdown/code-block.tsx';
import { splitFences } from '../markdown/split-fences.ts';
import { revealHiddenCharacters } from '../markdown/reveal-hidden-characters.tsx';

/**
 * What the user wrote, literally: a star or a number sign of theirs is what the model gets, and what they may have meant.
 * Only code between fences is set as code, since it can't be read with its lines wrapped and its columns out of step.
 */
export const UserText = memo(function WrittenText({ text }: { readonly text: string }) {
  return splitFences(text).map((piece, index) =>
    piece.kind === 'text' ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces stand in order and have no names
      <div key={index} className="part-text">
        {revealHiddenCharacters(piece.text)}
      </div>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- pieces stand in order and have no names
      <CodeBlock key={index} info={piece.info} pieces={piece.pieces} isOpen={false} />
    ),
  );
});
