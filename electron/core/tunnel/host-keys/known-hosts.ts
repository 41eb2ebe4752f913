import { createHmac, timingSafeEqual } from 'node:crypto';
import { matchesHostList } from './pattern.ts';
import { keyType } from './public-key.ts';

/** A usable line of a known_hosts file. */
export interface KnownHost {
  readonly file: string;
  readonly line: number;
  readonly marker: 'none' | 'revoked' | 'cert-authority';
  /** As written: comma-separated names and patterns, or one hashed name. */
  readonly names: string;
  readonly type: string;
  readonly key: Buffer;
}

const markers: Readonly<Record<string, KnownHost['marker']>> = { '@revoked': 'revoked', '@cert-authority': 'cert-authority' };

/** Parses a known_hosts file. Skips unreadable lines, as OpenSSH does. */
export function parseKnownHosts(text: string, file: string): readonly KnownHost[] {
  return text.split('\n').flatMap((line, index) => {
    const entry = parseKnownHost(line);
    return entry ? [{ ...entry, file, line: index + 1 }] : [];
  });
}

function parseKnownHost(line: string): Omit<KnownHost, 'file' | 'line'> | undefined {
  const fields = line.trim().split(/[ \t]+/);
  if (fields[0]?.startsWith('#')) return undefined;
  const marker = fields[0]?.startsWith('@') ? markers[fields.shift() ?? ''] : 'none';
  const [names, type, encoded] = fields;
  if (!marker || !names || !type || !encoded || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined;
  const key = Buffer.from(encoded, 'base64');
  return keyType(key) === type ? { marker, names, type, key } : undefined;
}

/** Returns whether a line applies to a name: a host, `[host]:port` or an alias. */
export function matchesName(names: string, name: string): boolean {
  return names.startsWith('|') ? isHashOf(names, name) : matchesHostList(name, names);
}

/** Formats a name for the file. Hashes it if its characters would make it a pattern, a list or a comment. */
export function formatName(name: string, salt: Buffer): string {
  return /^[A-Za-z0-9._:[\]%-]+$/.test(name) ? name : `|1|${salt.toString('base64')}|${hash(name, salt).toString('base64')}`;
}

function isHashOf(names: string, name: string): boolean {
  const [, version, salt, expected, ...rest] = names.split('|');
  if (version !== '1' || !salt || !expected || rest.length > 0) return false;
  const digest = Buffer.from(expected, 'base64');
  const actual = hash(name, Buffer.from(salt, 'base64'));
  return digest.length === actual.length && timingSafeEqual(digest, actual);
}

function hash(name: string, salt: Buffer): Buffer {
  return createHmac('sha1', salt).update(name.toLowerCase()).digest();
}

/** Adds a key for a name, unless it is already present. */
export function addKey(text: string, name: string, writtenName: string, type: string, key: Buffer): string {
  const isPresent = parseKnownHosts(text, '').some(
    (entry) => entry.marker === 'none' && matchesName(entry.names, name) && entry.key.equals(key),
  );
  if (isPresent) return text;
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${text}${separator}${writtenName} ${type} ${key.toString('base64')}\n`;
}

/** Removes a name's keys. Keeps lines with a marker and other names on the same line. */
export function removeName(text: string, name: string): string {
  const entries = new Map(parseKnownHosts(text, '').map((entry) => [entry.line, entry]));
  return text
    .split('\n')
    .flatMap((line, index) => {
      const entry = entries.get(index + 1);
      if (entry?.marker !== 'none' || !matchesName(entry.names, name)) return [line];
      if (entry.names.startsWith('|')) return [];
      const others = entry.names.split(',').filter((pattern) => pattern.toLowerCase() !== name);
      if (others.every((pattern) => pattern.startsWith('!'))) return [];
      return [line.replace(entry.names, () => others.join(','))];
    })
    .join('\n');
}
