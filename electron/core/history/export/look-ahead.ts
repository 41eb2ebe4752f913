/**
 * How far a search for the next piece of our own looks: marked asks anew after each piece it has read, so that looking to the end
 * took minutes for long texts. Where nothing is near it is told to stop there, and joins what it has cut.
 */
export const lookAhead = 1000;

/** Where the next line that fits begins, or a later line to ask again at. */
export function nextLine(text: string, line: RegExp): number | undefined {
  const at = line.exec(text.slice(0, lookAhead))?.index;
  if (at !== undefined || text.length <= lookAhead) return at;
  const end = text.lastIndexOf('\n', lookAhead - 1);
  const next = end === -1 ? text.indexOf('\n', lookAhead) : end;
  return next === -1 ? undefined : next + 1;
}
