import { isAbout, parseKnownHosts } from './known-hosts.ts';

/** The text with a key added for a name; as it is where the key is there already. */
export function withKey(text: string, name: string, writtenName: string, type: string, key: Buffer): string {
  const isThere = parseKnownHosts(text, '').some((entry) => entry.marker === 'none' && isAbout(entry.names, name) && entry.key.equals(key));
  if (isThere) return text;
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${text}${separator}${writtenName} ${type} ${key.toString('base64')}\n`;
}

/** The text without the keys of a name; lines with a marker, and other names on the same line, stay. */
export function withoutName(text: string, name: string): string {
  const entries = new Map(parseKnownHosts(text, '').map((entry) => [entry.line, entry]));
  return text
    .split('\n')
    .flatMap((line, index) => {
      const entry = entries.get(index + 1);
      if (entry?.marker !== 'none' || !isAbout(entry.names, name)) return [line];
      if (entry.names.startsWith('|')) return [];
      const others = entry.names.split(',').filter((pattern) => pattern.toLowerCase() !== name);
      if (others.every((pattern) => pattern.startsWith('!'))) return [];
      return [line.replace(entry.names, () => others.join(','))];
    })
    .join('\n');
}
