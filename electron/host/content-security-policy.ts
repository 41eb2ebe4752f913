/** Where a shell serves our pages. */
export interface PageOrigin {
  /** Of our own pages; everything else is a stranger. */
  readonly origin: string;
  /** The page in which diagrams are drawn. */
  readonly diagramPage: string;
  /** What the page may connect to; nothing where its calls go by another channel. */
  readonly connect?: readonly string[];
  /** Further pages that may be framed. */
  readonly frames?: readonly string[];
}

/** The policy of our pages: nothing but our own scripts, styles, fonts and pictures. */
export function contentSecurityPolicy({ diagramPage, connect = [], frames = [] }: PageOrigin): string {
  return serialise({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-src': [diagramPage, ...frames],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    ...(connect.length > 0 ? { 'connect-src': connect } : {}),
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // lets the one worker start, by its own address; see renderer/markdown/start-highlight-worker.ts
    'trusted-types': ['highlight-worker'],
  });
}

/**
 * The policy of the page that draws diagrams. Mermaid writes style sheets into what it draws, so this page may;
 * it has no origin, no network and nothing worth stealing. Without an origin it has no 'self' either.
 */
export function diagramPolicy({ origin }: Pick<PageOrigin, 'origin'>): string {
  return serialise({
    'default-src': ["'none'"],
    'script-src': [origin],
    'style-src': [origin, "'unsafe-inline'"],
    'img-src': ['data:'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': [origin],
    sandbox: ['allow-scripts'],
  });
}

/** For `npm run dev` only: hot reload needs inline code and a socket to the development server. */
export function developmentPolicy({ origin, diagramPage }: PageOrigin, server: URL): string {
  return serialise({
    'default-src': ["'none'"],
    'script-src': ["'self'", origin, "'unsafe-inline'"],
    'worker-src': ["'self'"],
    'frame-src': [diagramPage],
    'style-src': ["'self'", origin, "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", `ws://${server.host}`],
  });
}

/** The policy of a page that stands alone, outside of the window: it talks to the server it came from, and to nobody else. */
export const standalonePolicy = serialise({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
});

/** The policy of a conversation as a page of its own, to print: what was said may be hostile, so nothing runs or reaches out. */
export const printPolicy = serialise({
  'default-src': ["'none'"],
  'style-src': ["'unsafe-inline'"],
  'img-src': ['data:'],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
});

/** Writes a policy as the header has it. */
function serialise(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
