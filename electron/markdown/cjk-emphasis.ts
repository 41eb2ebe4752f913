import { Tokenizer, type MarkedExtension } from 'marked';
import { maskFormulas } from './math-rules.ts';

/** Letters of these scripts, and ー, as an escape because the scripts of the server are ASCII. */
const letters = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\u30fc]`;
const letter = new RegExp(`^${letters}`, 'u');
const starAtLetter = new RegExp(`${letters}\\*|\\*${letters}`, 'u');
const space = /^\s|^$/;
const punctuation = /^[\p{P}\p{S}]/u;

/** Whether a text has a star beside a Chinese, Japanese or Korean letter. */
export function hasCjkEmphasis(text: string): boolean {
  return starAtLetter.test(text);
}

/**
 * Emphasis between letters of scripts that don't separate words by spaces. CommonMark starts or ends none between a
 * letter and a punctuation mark, as in `**注意：**这`, because other scripts have a space there.
 */
export const cjkEmphasis: MarkedExtension = {
  tokenizer: {
    emStrong(source, masked, before = '') {
      const isAtLetter = source.startsWith('*') && letter.test(before);
      return Tokenizer.prototype.emStrong.call(this, source, masked, isAtLetter ? '' : before);
    },
  },
  hooks: { emStrongMask: (source) => maskClosers(maskFormulas(source)) },
};

/** Replaces a punctuation mark by a letter where stars after it and before a letter end what the same number of stars started. */
function maskClosers(source: string): string {
  const open = new Set<number>();
  let masked = '';
  let copied = 0;
  for (const { 0: stars, index } of source.matchAll(/\*+/g)) {
    const { length } = stars;
    const before = source.slice(Math.max(0, index - 1), index);
    const after = source.slice(index + length, index + length + 2);
    const isAfterMark = punctuation.test(before);
    const canClose = !space.test(before) && (!isAfterMark || space.test(after) || punctuation.test(after) || letter.test(after));
    if (!canClose || !open.delete(length)) {
      if (!space.test(after)) open.add(length);
    } else if (isAfterMark && letter.test(after)) {
      masked += `${source.slice(copied, index - 1)}a`;
      copied = index;
    }
  }
  return masked + source.slice(copied);
}
