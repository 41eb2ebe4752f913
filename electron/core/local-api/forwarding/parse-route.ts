import { segmentSchema } from '../../../contract/catalog.ts';
import type { LocalApiError } from '../local-api-error.ts';
import { keyInAddress, malformedPath, noSuchPath, readOnly } from '../api-errors.ts';
import { localKeyPattern } from '../headers.ts';

/** The route of a request. `rest` follows the base path and includes the query. */
export type LocalApiRoute =
  | { readonly kind: 'health' }
  | { readonly kind: 'status' }
  | { readonly kind: 'models'; readonly id: string | null }
  | { readonly kind: 'by-model'; readonly rest: string }
  | { readonly kind: 'proxy'; readonly rest: string }
  | { readonly kind: 'direct'; readonly segment: string; readonly rest: string }
  /** A path of an engine outside its `v1`, such as `tokenize`. */
  | { readonly kind: 'engine'; readonly segment: string; readonly rest: string }
  | { readonly kind: 'refused'; readonly error: LocalApiError };

/** Parses a request target. Rejects paths that would need normalizing. */
export function parseRoute(method: string, target: string): LocalApiRoute {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark);
  const isRead = method === 'GET' || method === 'HEAD';
  const isModel = isRead && path.startsWith('/v1/models/');
  // The OpenAI libraries escape the slash in a model's name. This path is never forwarded.
  if (!isPlain(isModel ? path.replaceAll(/%2f/gi, '/') : path)) return refuse(malformedPath);
  if (localKeyPattern.test(target)) return refuse(keyInAddress);
  if (path === '/healthz') return isRead ? { kind: 'health' } : refuse(readOnly);
  if (path === '/status') return isRead ? { kind: 'status' } : refuse(readOnly);
  if (path === '/v1/models') return isRead ? { kind: 'models', id: null } : refuse(readOnly);
  if (isModel) return { kind: 'models', id: decodeURIComponent(path.slice('/v1/models/'.length)) };
  const [, first = '', rest = ''] = /^\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (first === 'v1' && rest !== '') return { kind: 'by-model', rest: rest + query };
  if (first === 'api' && rest !== '') return { kind: 'proxy', rest: rest + query };
  if (segmentSchema.safeParse(first).success && rest.startsWith('v1/') && rest !== 'v1/') {
    return { kind: 'direct', segment: first, rest: rest.slice('v1/'.length) + query };
  }
  if (segmentSchema.safeParse(first).success && rest !== '' && !/^v1\/?$/.test(rest))
    return { kind: 'engine', segment: first, rest: rest + query };
  return refuse(noSuchPath);
}

/** Returns false for empty or dot segments, also if escaped, and for an escaped slash, backslash or control character. */
function isPlain(path: string): boolean {
  if (!/^\/(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*$/.test(path) || path.includes('//')) return false;
  if (/%(?:2f|5c|[01][0-9a-f]|7f)/i.test(path)) return false;
  return path.split('/').every((part) => {
    const plain = decode(part);
    return plain !== undefined && plain !== '.' && plain !== '..';
  });
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function refuse(error: LocalApiError): LocalApiRoute {
  return { kind: 'refused', error };
}
