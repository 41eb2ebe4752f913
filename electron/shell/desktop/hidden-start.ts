/** The word that starts the program without its window. */
export const hidden = '--hidden';

/** Whether a start with these words asks for no window. */
export function isHiddenStart(words: readonly string[]): boolean {
  return words.includes(hidden);
}
