import type { LocalApiRequest } from '../../../contract/local-api.ts';

export type RequestsFormat = 'ndjson' | 'har';

/** Formats requests as NDJSON or as HAR, which browsers' network views read. */
export function exportRequests(
  requests: readonly LocalApiRequest[],
  format: RequestsFormat,
  about: { readonly origin: string; readonly version: string },
): string {
  switch (format) {
    case 'ndjson':
      return requests.map((request) => `${JSON.stringify(request)}\n`).join('');
    case 'har':
      return `${JSON.stringify(
        {
          log: {
            version: '1.2',
            creator: { name: 'Causeway', version: about.version },
            entries: requests.map((request) => harEntry(request, about.origin)),
          },
        },
        null,
        2,
      )}\n`;
  }
}

/** Converts a request. In HAR, -1 means unknown. */
function harEntry(request: LocalApiRequest, origin: string): unknown {
  const { durationMs, firstByteMs, status, requestBody, responseBody, bytesIn, bytesOut } = request;
  const wait = firstByteMs ?? durationMs ?? 0;
  return {
    startedDateTime: new Date(request.at).toISOString(),
    time: durationMs ?? 0,
    request: {
      method: request.method,
      url: request.method === 'CONNECT' ? `https://${request.path}/` : `${origin}${request.path}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [{ name: 'user-agent', value: request.userAgent }],
      queryString: [...(URL.parse(request.path, origin)?.searchParams ?? [])].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: bytesIn,
      ...(requestBody === null ? {} : { postData: { mimeType: 'application/json', text: requestBody } }),
    },
    response: {
      status: status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content: { size: bytesOut, mimeType: '', ...(responseBody === null ? {} : { text: responseBody }) },
      redirectURL: '',
      headersSize: -1,
      bodySize: bytesOut,
    },
    cache: {},
    timings: { send: 0, wait, receive: Math.max(0, (durationMs ?? wait) - wait) },
    comment: [request.key && `key ${request.key}`, request.model, request.mode, request.failure].filter(Boolean).join(' · '),
  };
}
