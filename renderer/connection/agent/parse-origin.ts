/** The origin in a text, written as browsers write it; nothing where it is none. */
export function parseOrigin(text: string): string | undefined {
  if (!URL.canParse(text.trim())) return undefined;
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text.trim());
  const isWeb = protocol === 'http:' || protocol === 'https:';
  const isBare = pathname === '/' && search === '' && hash === '' && username === '' && password === '';
  return isWeb && isBare ? origin : undefined;
}
