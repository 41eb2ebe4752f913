import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson } from '../contract/json.ts';

/**
 * Headers of every response: no embedding, no opener, no process shared with other ports, no sniffing, no referrer, no caching, and no
 * lookup of host names in links, which would tell a hostile answer's name server what it names.
 */
export const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'origin-agent-cluster': '?1',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-dns-prefetch-control': 'off',
} as const;

/** Ends a request with a status and an optional sentence. */
export function reply(response: ServerResponse, status: number, sentence = ''): void {
  const type = sentence === '' ? {} : { 'content-type': 'text/plain; charset=utf-8' };
  response.writeHead(status, { ...safeHeaders, ...type, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" });
  response.end(sentence === '' ? undefined : `${sentence}\n`);
}

/** Reads a small JSON body. Returns undefined if it is too large, of another type or invalid. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  if (request.headers['content-type'] !== 'application/json') return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return parseJson(Buffer.concat(chunks).toString('utf8'));
}
