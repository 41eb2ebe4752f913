/** One word for a POSIX shell: names and addresses may come from somebody else's profile or from the service. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
