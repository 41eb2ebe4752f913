import { Fragment, type ReactNode } from 'react';

/** Invisible characters that reorder or hide text. Direction marks that right-to-left scripts need are allowed. */
// oxlint-disable no-control-regex -- these are what it searches for
export const hiddenCharacters =
  /([\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}])/u;
// oxlint-enable no-control-regex

/** More are shown without an element each, because a page can't hold hundreds of thousands. */
const maxElements = 2000;

/** Returns the text with invisible control characters shown. Not a component, because most texts are returned unchanged. */
export function revealHiddenCharacters(text: string): ReactNode {
  if (!hiddenCharacters.test(text)) return text;
  const pieces = text.split(hiddenCharacters);
  if (pieces.length > maxElements)
    return text.replaceAll(new RegExp(hiddenCharacters, 'gu'), (character) => `[${codePointName(character)}]`);
  return pieces.map((piece, index) =>
    index % 2 === 0 ? (
      // The pieces keep their order.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>{piece}</Fragment>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className="markdown-control">
        {codePointName(piece)}
      </span>
    ),
  );
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
