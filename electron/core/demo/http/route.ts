/** The endpoint of a request. */
export type Endpoint = 'chat' | 'completion' | 'models' | 'tokenize' | 'detokenize' | 'other';

/** The route of a request. */
export type Route =
  | { readonly mode: 'proxy'; readonly endpoint: Endpoint }
  | { readonly mode: 'direct'; readonly segment: string; readonly endpoint: Endpoint; readonly isBesideV1?: boolean }
  | { readonly mode: 'none' };

/** Parses a request target. Nothing is normalised, so that a client's malformed paths are noticed. */
export function parseRoute(target: string, segments: readonly string[]): Route {
  const [path = ''] = target.split('?');
  if (path.startsWith('/api/')) return { mode: 'proxy', endpoint: parseEndpoint(path.slice('/api/'.length)) };
  const [, own = '', tool] = /^\/([^/]+)\/((?:de)?tokenize)$/.exec(path) ?? [];
  if (segments.includes(own))
    return { mode: 'direct', segment: own, endpoint: tool === 'tokenize' ? 'tokenize' : 'detokenize', isBesideV1: true };
  const [, segment = '', rest = ''] = /^\/([^/]+)\/v1\/(.*)$/.exec(path) ?? [];
  return segments.includes(segment) ? { mode: 'direct', segment, endpoint: parseEndpoint(rest) } : { mode: 'none' };
}

/** Returns the method of an endpoint. */
export function methodFor(endpoint: Endpoint): 'GET' | 'POST' {
  return endpoint === 'models' ? 'GET' : 'POST';
}

function parseEndpoint(rest: string): Endpoint {
  switch (rest) {
    case 'chat/completions':
      return 'chat';
    case 'completions':
      return 'completion';
    case 'models':
    case 'tokenize':
    case 'detokenize':
      return rest;
    default:
      return 'other';
  }
}
