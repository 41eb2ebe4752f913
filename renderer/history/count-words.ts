/** So many conversations, in words. */
export function countWords(count: number): string {
  return `${count} ${count === 1 ? 'conversation' : 'conversations'}`;
}
