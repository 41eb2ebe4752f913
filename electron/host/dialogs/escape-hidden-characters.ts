/** Characters that show as nothing, as a plain space, or turn the text around them. */
const deceptive = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}|[\u115f\u1160\u3164\uffa0\u2800]|\p{Variation_Selector}/gu;

/** A text with everything in it that could deceive the reader of a dialog written out, as in `\u{202e}`. */
export function escapeHiddenCharacters(text: string): string {
  return text.replaceAll(deceptive, (character) => {
    if (character === '\n') return String.raw`\n`;
    if (character === '\t') return String.raw`\t`;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
