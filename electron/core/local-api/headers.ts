/** Names and values in turn, unmodified: order, case and repetitions are kept. */
export type RawHeaders = readonly string[];

/** Returns all values of a header. `name` is in lower case. */
export function headerValues(headers: RawHeaders, name: string): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() === name) values.push(headers[at + 1] ?? '');
  }
  return values;
}

/** Returns the first value of a header. `name` is in lower case. */
export function headerValue(headers: RawHeaders, name: string): string | undefined {
  return headerValues(headers, name)[0];
}

/** Returns the headers for which `isWanted` is true. It gets the name in lower case. */
export function pickHeaders(headers: RawHeaders, isWanted: (name: string, value: string) => boolean): readonly string[] {
  const picked: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? '';
    const value = headers[at + 1] ?? '';
    if (isWanted(name.toLowerCase(), value)) picked.push(name, value);
  }
  return picked;
}

/** Headers that concern one connection only and are never forwarded. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Request headers meant for the local API only: its host, keys and the browser's fetch metadata. Cookies belong to every server on this
 * computer.
 */
const localOnlyHeaders = /^(?:host|expect|authorization|x-api-key|cookie|origin|content-length|sec-fetch-.*|access-control-.*)$/;
/** Response headers that would change the browser's state for this origin. */
const browserStateHeaders = /^(?:access-control-.*|set-cookie|clear-site-data|alt-svc|strict-transport-security)$/;
/** A local key, which is never forwarded in any header. */
export const localKeyPattern = /\bcw-[A-Za-z0-9_-]{43}/;

/** Returns the request headers to forward, except the body's length. */
export function requestHeaders(headers: RawHeaders): readonly string[] {
  const connectionHeaders = namedInConnection(headers);
  return pickHeaders(
    headers,
    (name, value) => !hopByHop.has(name) && !localOnlyHeaders.test(name) && !connectionHeaders.has(name) && !localKeyPattern.test(value),
  );
}

/** Returns the response headers to forward. */
export function responseHeaders(headers: RawHeaders): readonly string[] {
  const connectionHeaders = namedInConnection(headers);
  return pickHeaders(
    headers,
    (name, value) => !hopByHop.has(name) && !browserStateHeaders.test(name) && !connectionHeaders.has(name) && isSendable(value),
  );
}

/** Returns false for values at which Node throws, so that one odd header doesn't cost the response. */
function isSendable(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** Returns the further hop-by-hop headers that `Connection` names. */
function namedInConnection(headers: RawHeaders): ReadonlySet<string> {
  const connectionHeaders = headerValues(headers, 'connection').join(',').toLowerCase();
  return connectionHeaders === '' || connectionHeaders === 'keep-alive'
    ? noHeaders
    : new Set(connectionHeaders.split(',').map((name) => name.trim()));
}

const noHeaders: ReadonlySet<string> = new Set();
