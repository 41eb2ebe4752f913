/** A JSON text with its lines broken; a text that is none stays as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What is wrong with a JSON text, in words; undefined where nothing is. */
export function jsonTrouble(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return 'This is not valid JSON yet.';
  }
}
