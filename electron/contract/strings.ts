/** Returns the first name that is not taken. `named(1)` is the preferred one; later ones contain the number. */
export function freeName(isTaken: (name: string) => boolean, named: (count: number) => string): string {
  for (let count = 1; ; count += 1) {
    const name = named(count);
    if (!isTaken(name)) return name;
  }
}

/** Escapes text for HTML, between tags and in attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
