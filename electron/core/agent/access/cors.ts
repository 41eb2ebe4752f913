import { headerValue, type RawHeaders } from '../headers.ts';

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Lets an allow-listed page read the answer; never `*`, and never with the browser's own credentials. */
export function corsHeaders(origin: string | null, requested: RawHeaders): readonly string[] {
  // Opened in a browser, a page of the service must not become a page of ours.
  if (origin === null) return headerValue(requested, 'sec-fetch-dest') === undefined ? [] : ['content-security-policy', 'sandbox'];
  return ['access-control-allow-origin', origin, 'access-control-expose-headers', 'retry-after, x-request-id', 'vary', 'Origin'];
}

/** The answer to an allow-listed page that asks before it sends. */
export function preflightHeaders(origin: string, requested: RawHeaders): readonly string[] {
  const names = (headerValue(requested, 'access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => token.test(name));
  const isPrivate = headerValue(requested, 'access-control-request-private-network') === 'true';
  return [
    'access-control-allow-origin',
    origin,
    'access-control-allow-methods',
    'GET, HEAD, POST, PUT, PATCH, DELETE',
    ...(names.length > 0 ? ['access-control-allow-headers', names.join(', ')] : []),
    ...(isPrivate ? ['access-control-allow-private-network', 'true'] : []),
    'access-control-max-age',
    '60', // short, for an origin that is taken off the list is out at once
    'vary',
    'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  ];
}
