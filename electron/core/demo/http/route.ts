/** What a request is for. */
export type Endpoint = 'chat' | 'completion' | 'models' | 'other';

/** Where a request goes. */
export type Route =
  | { readonly way: 'proxy'; readonly endpoint: Endpoint }
  | { readonly way: 'direct'; readonly segment: string; readonly endpoint: Endpoint }
  | { readonly way: 'none' };

/** Reads a request target; nothing is tidied up, so that a client's careless path shows. */
export function parseRoute(target: string, segments: readonly string[]): Route {
  const [path = ''] = target.split('?');
  if (path.startsWith('/api/')) return { way: 'proxy', endpoint: parseEndpoint(path.slice('/api/'.length)) };
  const [, segment = '', rest = ''] = /^\/([^/]+)\/v1\/(.*)$/.exec(path) ?? [];
  return segments.includes(segment) ? { way: 'direct', segment, endpoint: parseEndpoint(rest) } : { way: 'none' };
}

/** The one method an endpoint takes. */
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
      return 'models';
    default:
      return 'other';
  }
}
