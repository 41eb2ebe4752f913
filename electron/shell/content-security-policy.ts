import { diagramPage, origin } from './origin.ts';

/** The policy of our pages: nothing but our own scripts, styles, fonts and pictures, and no network. */
export const contentSecurityPolicy = serialise({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'worker-src': ["'self'"],
  'frame-src': [diagramPage],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  // lets the one worker start, by its own address; see renderer/reading/start-highlight-worker.ts
  'trusted-types': ['highlight-worker'],
});

/**
 * The policy of the page that draws diagrams. Mermaid writes style sheets into what it draws, so this page may;
 * it has no origin, no network and nothing worth stealing. Without an origin it has no 'self' either.
 */
export const diagramPolicy = serialise({
  'default-src': ["'none'"],
  'script-src': [origin],
  'style-src': [origin, "'unsafe-inline'"],
  'img-src': ['data:'],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': [origin],
  sandbox: ['allow-scripts'],
});

/** For `npm run dev` only: hot reload needs inline code and a socket to the development server. */
export function developmentPolicy(server: URL): string {
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

function serialise(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
