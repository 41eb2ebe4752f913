/** The first of the names that is not taken: `named(1)` is the one wanted, later ones carry the number. */
export function freeName(isTaken: (name: string) => boolean, named: (count: number) => string): string {
  for (let count = 1; ; count += 1) {
    const name = named(count);
    if (!isTaken(name)) return name;
  }
}

/** Text that is text in HTML, between tags and in attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
