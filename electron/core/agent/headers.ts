/** Names and values in turn, as they came: keeps order, spelling and repetitions. */
export type RawHeaders = readonly string[];

/** All values of a header; the name in lower case. */
export function headerValues(headers: RawHeaders, name: string): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() === name) values.push(headers[at + 1] ?? '');
  }
  return values;
}

/** The first value of a header; the name in lower case. */
export function headerValue(headers: RawHeaders, name: string): string | undefined {
  return headerValues(headers, name)[0];
}

/** The headers whose name, in lower case, is wanted. */
export function pickHeaders(headers: RawHeaders, isWanted: (name: string, value: string) => boolean): readonly string[] {
  const picked: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? '';
    const value = headers[at + 1] ?? '';
    if (isWanted(name.toLowerCase(), value)) picked.push(name, value);
  }
  return picked;
}

/** What concerns one connection only, and so never goes further. */
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

/** What was said to us: our name, our keys, and a browser's relation to us. Cookies are those of every server on this computer. */
const localOnlyHeaders = /^(?:host|expect|authorization|x-api-key|cookie|origin|content-length|sec-fetch-.*|access-control-.*)$/;
/** What a browser would take for ours, and keep for everything on this computer. */
const browserStateHeaders = /^(?:access-control-.*|set-cookie|clear-site-data|alt-svc|strict-transport-security)$/;
/** A local key never leaves this computer, wherever in a head it was put. */
export const localKeyPattern = /\bcw-[A-Za-z0-9_-]{43}/;

/** The headers of a request as they go to the service, but for the length of its body. */
export function requestHeaders(headers: RawHeaders): readonly string[] {
  const connectionHeaders = namedInConnection(headers);
  return pickHeaders(
    headers,
    (name, value) => !hopByHop.has(name) && !localOnlyHeaders.test(name) && !connectionHeaders.has(name) && !localKeyPattern.test(value),
  );
}

/** The headers of an answer as they go to the client. */
export function responseHeaders(headers: RawHeaders): readonly string[] {
  const connectionHeaders = namedInConnection(headers);
  return pickHeaders(
    headers,
    (name, value) => !hopByHop.has(name) && !browserStateHeaders.test(name) && !connectionHeaders.has(name) && isSendable(value),
  );
}

/** Node would throw at any other character; one odd header must not cost the answer. */
function isSendable(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** `Connection` may name further headers that stop here. */
function namedInConnection(headers: RawHeaders): ReadonlySet<string> {
  const connectionHeaders = headerValues(headers, 'connection').join(',').toLowerCase();
  return connectionHeaders === '' || connectionHeaders === 'keep-alive'
    ? noHeaders
    : new Set(connectionHeaders.split(',').map((name) => name.trim()));
}

const noHeaders: ReadonlySet<string> = new Set();
