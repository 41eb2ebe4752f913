const most = 60;

/** A title from the first words of a text, until a better one is found. */
export function titleFromText(text: string): string {
  const line = text.slice(0, 1000).replaceAll(/\s+/g, ' ').trim();
  const letters = Array.from(line); // never half of a character
  if (letters.length <= most) return line;
  const cut = letters.slice(0, most).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
