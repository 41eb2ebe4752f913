/** Returns a text as a Markdown code block. The fence is longer than any in the text, so that the text can't end it. */
export function fenced(text: string, language: string): string {
  // not by spreading into Math.max, because a hundred thousand arguments overflow the stack
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language.replaceAll(/[^\w#+.-]/g, '')}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** Quotes a word for PowerShell, which takes typographic quotes for plain ones. */
export function powershellWord(text: string): string {
  return `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
}

/** Quotes a word for a POSIX shell, because names and addresses may come from a stranger's profile or from the service. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
