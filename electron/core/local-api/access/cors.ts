import { headerValue, type RawHeaders } from '../headers.ts';

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Returns the headers that let an allow-listed page read the response. Never sends `*` or allows the browser's credentials. */
export function corsHeaders(origin: string | null, requested: RawHeaders): readonly string[] {
  // Sandboxes pages of the service opened in a browser. Otherwise they would run with our origin.
  if (origin === null) return headerValue(requested, 'sec-fetch-dest') === undefined ? [] : ['content-security-policy', 'sandbox'];
  return ['access-control-allow-origin', origin, 'access-control-expose-headers', 'retry-after, x-request-id', 'vary', 'Origin'];
}

/** Returns the preflight response headers for an allow-listed page. */
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
    '60', // short, because an origin removed from the list must lose access soon
    'vary',
    'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  ];
}
