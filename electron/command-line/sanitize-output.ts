/** Words of a server or a file for a terminal, which they must not be able to steer; line breaks and tabs stay. */
export function sanitizeOutput(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, ' ');
}
