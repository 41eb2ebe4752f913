import { ok, type Result } from '../../contract/failure.ts';
import { failed } from '../../contract/failures/fail.ts';

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

const remedy = 'Enter the address of the service as its operator gives it, such as https://models.example.org.';

/** Parses a base URL as users type and paste it. */
export function parseBaseUrl(input: string): Result<Addresses> {
  const text = input.trim();
  if (text === '') return refuse('The base URL is empty.');
  if (/[\s\p{Cc}]/u.test(text)) return refuse('The base URL has a space or a line break inside.');
  // "host:8443/path" would parse as a scheme called "host", so the scheme is checked first.
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return refuse(`The base URL must begin with https://; perhaps https://${text.replace(/^\/+/, '')}?`);
  if (scheme === 'http')
    return refuse('The base URL begins with http://, which would send your token and texts unprotected.', 'Use https://.');
  if (scheme !== 'https') return refuse(`The base URL must begin with https://, not ${scheme}://.`);
  if (/^https:\/\/(?:[/:?#]|$)/i.test(text)) return refuse('The base URL has no host name.');
  const url = URL.parse(text);
  if (!url) return refuse('The base URL is not a valid address: check the host name and the port.');
  if (url.username !== '' || url.password !== '') {
    return refuse('The base URL holds a user name or password.', 'Remove it; the API token has a field of its own.');
  }
  if (url.search !== '' || url.hash !== '') return refuse('The base URL must end before any ? or #.');
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

function refuse(message: string, what: string = remedy): Result<never> {
  return failed('invalid-input', message, what);
}
