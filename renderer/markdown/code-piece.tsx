import { createElement, Fragment, memo, type ReactNode } from 'react';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';

/** Some lines of code. In long code the ones out of sight are not laid out; their height is known from their number. */
export const CodePiece = memo(function CodePiece({
  text,
  names,
  runs,
  isLong,
}: {
  readonly text: string;
  readonly names: readonly string[] | undefined;
  readonly runs: Uint32Array | undefined;
  readonly isLong: boolean;
}) {
  const content = names === undefined || runs === undefined ? revealHiddenCharacters(text) : coloured(text, names, runs);
  if (!isLong) return content;
  const lines = Math.max(1, text.split('\n').length - (text.endsWith('\n') ? 1 : 0));
  return (
    <span className="reading-code-piece" style={{ containIntrinsicBlockSize: `${lines}lh` }}>
      {content}
    </span>
  );
});

function coloured(text: string, names: readonly string[], runs: Uint32Array): ReactNode {
  const parts: ReactNode[] = [];
  let at = 0;
  for (let index = 0; index < runs.length; index += 2) {
    const end = at + (runs[index + 1] ?? 0);
    const name = names[runs[index] ?? 0];
    const part = revealHiddenCharacters(text.slice(at, end));
    parts.push(name === undefined || name === '' ? part : createElement('span', { className: name }, part));
    at = end;
  }
  // Runs stand in order and have no names: their place is their key.
  return createElement(Fragment, null, ...parts);
}
