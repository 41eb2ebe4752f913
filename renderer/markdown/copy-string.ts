/**
 * The same text with memory of its own. A slice keeps the whole string that it was cut from alive;
 * the blocks of a growing answer would hold every length that it ever had.
 */
export function copyString(text: string): string {
  return ` ${text}`.slice(1);
}
