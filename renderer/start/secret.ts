/** The secret in a link, or the code alone, as it is pasted; undefined if it can be neither. */
export function secretOf(text: string): string | undefined {
  const trimmed = text.trim();
  const hash = trimmed.indexOf('#');
  const secret = hash === -1 ? trimmed : trimmed.slice(hash + 1);
  return /^[\w-]{16,128}$/u.test(secret) ? secret : undefined;
}
