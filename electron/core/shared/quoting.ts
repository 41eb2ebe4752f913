/** A text as a block of code in Markdown. The fence is longer than any in the text, so that none of it can end it. */
export function fenced(text: string, language: string): string {
  // One by one: as arguments of a single call, a hundred thousand runs are more than the stack holds.
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language.replaceAll(/[^\w#+.-]/g, '')}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** One word for a POSIX shell: names and addresses may come from somebody else's profile or from the service. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
