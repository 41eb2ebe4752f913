import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';

/** The URLs derived from a profile's base URL. Every base ends in a slash. */
export interface Addresses {
  /** Scheme, host and port, for the upstream. */
  readonly origin: string;
  /** As stored and shown, without a trailing slash. */
  readonly baseUrl: string;
  /** The host without brackets, for TLS and the tunnel. */
  readonly host: string;
  readonly port: number;
  /** Paths below the origin. */
  readonly proxyBase: string;
  readonly directBase: (segment: string) => string;
  /** The engine's base, above its `v1`. */
  readonly engineBase: (segment: string) => string;
}

/** Parses a base URL as users type and paste it. */
export function parseBaseUrl(input: string): Result<Addresses> {
  const text = input.trim();
  if (text === '') return fail('base-url-empty');
  if (/[\s\p{Cc}]/u.test(text)) return fail('base-url-spaces');
  // "host:8443/path" would parse as a scheme called "host", so the scheme is checked first.
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return fail('base-url-no-scheme', { suggestion: suggest(text) });
  if (scheme === 'http') return fail('base-url-http');
  if (scheme !== 'https') return fail('base-url-scheme', { scheme });
  if (/^https:\/\/(?:[/:?#]|$)/i.test(text)) return fail('base-url-no-host');
  const url = URL.parse(text);
  if (!url) return fail('base-url-invalid');
  if (url.username !== '' || url.password !== '') return fail('base-url-credentials');
  if (url.search !== '' || url.hash !== '') return fail('base-url-query');
  return ok(toAddresses(url));
}

function toAddresses(url: URL): Addresses {
  const path = `${url.pathname.replace(/\/+/g, '/').replace(/\/$/, '')}/`;
  return {
    origin: url.origin,
    baseUrl: `${url.origin}${path}`.replace(/\/$/, ''),
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 443 : Number(url.port),
    proxyBase: `${path}api/`,
    directBase: (segment) => `${path}${encodeURIComponent(segment)}/v1/`,
    engineBase: (segment) => `${path}${encodeURIComponent(segment)}/`,
  };
}

/** Returns a text without a scheme as the URL that was probably meant. Leaves out a password in it. */
function suggest(text: string): string {
  return `https://${text.replace(/^\/+/, '').replace(/^[^/]*@/, '')}`;
}
