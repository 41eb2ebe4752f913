/** Returns the source of a regular expression for a text of the window in which each number may be a different one. */
export function anyNumbers(text: string): string {
  return text
    .split(/\d[\d.,]*(?<=\d)/)
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join(String.raw`\d[\d.,]*`);
}
