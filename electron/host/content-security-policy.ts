import { createHash } from 'node:crypto';

/** Addresses under which a shell serves the app's pages. */
export interface PageOrigin {
  /** Origin of the app's pages. Every other origin is untrusted. */
  readonly origin: string;
  /** URL of the page that draws diagrams. */
  readonly diagramPage: string;
  /** Connection targets allowed to the page. Defaults to none, for shells whose calls don't use the network. */
  readonly connect?: readonly string[];
  /** Additional pages that may be framed. */
  readonly frames?: readonly string[];
  /** The page's inline style sheets, from `inlineStyleSources`. */
  readonly styles?: readonly string[];
}

/** Returns the policy of the app's pages, which allows only their own scripts, styles, fonts and images. */
export function contentSecurityPolicy({ diagramPage, connect = [], frames = [], styles = [] }: PageOrigin): string {
  return serialise({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-src': [diagramPage, ...frames],
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    ...(connect.length > 0 ? { 'connect-src': connect } : {}),
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // allows the one worker to start by its own URL; see renderer/markdown/code-block.tsx
    'trusted-types': ['highlight-worker'],
  });
}

/** Returns the hashes of a page's inline style sheets, as sources of a policy. */
export function inlineStyleSources(html: string): readonly string[] {
  const sheets = Array.from(html.matchAll(/<style>(.*?)<\/style>/gs), ([, css = '']) => css);
  return sheets.map((css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`);
}

/**
 * Returns the policy of the page that draws diagrams. Inline styles are allowed because Mermaid writes style sheets into its
 * drawings. The page has no origin and no network, so 'self' matches nothing.
 */
export function diagramPolicy({ origin }: Pick<PageOrigin, 'origin'>): string {
  return serialise({
    'default-src': ["'none'"],
    'script-src': [origin],
    'style-src': [origin, "'unsafe-inline'"],
    'img-src': ['data:'],
    'font-src': [origin],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': [origin],
    sandbox: ['allow-scripts'],
  });
}

/** Returns the policy for `npm run dev`. Hot reload needs inline code and a socket to the development server. */
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

/** Policy of a conversation rendered for printing. The content may be hostile, so scripts and network are blocked. */
export const printPolicy = serialise({
  'default-src': ["'none'"],
  'style-src': ["'unsafe-inline'"],
  'font-src': ['data:'],
  'img-src': ['data:'],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
});

/** Formats a policy as a header value. */
function serialise(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
