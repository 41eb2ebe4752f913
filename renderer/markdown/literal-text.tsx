import { memo, useState } from 'react';
import { createCodeLines, type CodeLines } from '../../electron/markdown/fence.ts';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import './markdown.css';

/** A text exactly as written. It can be long and can grow. */
export function LiteralText({ text }: { readonly text: string }) {
  const pieces = usePieces(text);
  return (
    <div className="markdown-literal">
      {pieces.map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pieces are only appended
        <Piece key={index} text={piece} />
      ))}
    </div>
  );
}

/** Splits the text into pieces. Reads only the new part when it has grown. */
function usePieces(text: string): readonly string[] {
  const [read] = useState(() => ({ text: '', lines: createCodeLines() }));
  return updatePieces(read, text);
}

function updatePieces(read: { text: string; lines: CodeLines }, text: string): readonly string[] {
  const isMore = text.startsWith(read.text);
  if (!isMore) read.lines = createCodeLines();
  read.lines.push(isMore ? text.slice(read.text.length) : text);
  read.text = text;
  return read.lines.read();
}

const Piece = memo(function Piece({ text }: { readonly text: string }) {
  return <div className="markdown-literal-piece">{revealHiddenCharacters(text)}</div>;
});
