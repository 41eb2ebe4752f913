import { useMemo } from 'react';
import { codePieces } from '../../electron/markdown/fence.ts';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import './markdown.css';

/** A text exactly as written. It can be long. */
export function LiteralText({ text }: { readonly text: string }) {
  const pieces = useMemo(() => codePieces(text), [text]);
  return (
    <div className="markdown-literal">
      {pieces.map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pieces keep their order
        <div key={index} className="markdown-literal-piece">
          {revealHiddenCharacters(piece)}
        </div>
      ))}
    </div>
  );
}
