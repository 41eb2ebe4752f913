import { valueOf, type RawHeaders } from '../raw-headers.ts';

/** The key a request shows: `Authorization: Bearer` or `x-api-key`. */
export function readKey(headers: RawHeaders): string | undefined {
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(valueOf(headers, 'authorization') ?? '')?.[1];
  return bearer ?? (valueOf(headers, 'x-api-key')?.trim() || undefined);
}

/** The key a CONNECT shows: `Bearer`, or `Basic` with the key as name or password, which is what a proxy's address can hold. */
export function readProxyKeys(headers: RawHeaders): readonly string[] {
  const [, scheme = '', value = ''] = /^(bearer|basic)\s+(\S+)\s*$/i.exec(valueOf(headers, 'proxy-authorization') ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return [value];
  if (scheme === '') return [];
  const plain = Buffer.from(value, 'base64').toString();
  const colon = plain.indexOf(':');
  return (colon < 0 ? [plain] : [plain.slice(colon + 1), plain.slice(0, colon)]).filter((part) => part !== '');
}
