/** A line of nothing but what begins a heading, an item, a quotation, a rule, a table or a fence. */
const halfMark = /^[>\s]*(?:#{1,6}|[-=*+_]+|\d{1,9}[.)]|`+|~+|\|)?$/;

/**
 * A text that is still coming, without a mark at its end of which the words are not there yet: drawn by itself it would be
 * an empty heading or item, or make a heading of the line above, for the blink of an eye.
 */
export function trimIncompleteMarker(text: string): string {
  const lineAt = text.lastIndexOf('\n') + 1;
  return halfMark.test(text.slice(lineAt).trim()) ? text.slice(0, lineAt) : text;
}
