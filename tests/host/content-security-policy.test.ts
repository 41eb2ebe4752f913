import { expect, test } from 'vitest';
import {
  contentSecurityPolicy,
  diagramPolicy,
  inlineStyleSources,
  printPolicy,
  type PageOrigin,
} from '../../electron/host/content-security-policy.ts';

const desktop: PageOrigin = { origin: 'app://causeway', diagramPage: 'app://causeway/mermaid.html' };

/** Parses a policy as the browser does. */
function directives(policy: string): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(policy.split('; ').map((each) => [each.split(' ')[0] ?? '', each.split(' ').slice(1)]));
}

test('allows the window no inline code and no network, except its worker and the one frame', () => {
  expect(directives(contentSecurityPolicy(desktop))).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-src': ['app://causeway/mermaid.html'],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['highlight-worker'],
  });
});

test('allows only the shell’s connection targets to a page that uses the network', () => {
  const connect = ['ws://127.0.0.1:7000'];
  const frames = ['http://127.0.0.1:7001'];
  expect(directives(contentSecurityPolicy({ ...desktop, connect, frames }))).toEqual({
    ...directives(contentSecurityPolicy(desktop)),
    'connect-src': connect,
    'frame-src': [desktop.diagramPage, ...frames],
  });
});

test('allows exactly the inline style sheets that the page was built with', () => {
  const styles = inlineStyleSources('<head><style>p{color:red}</style></head><p style="color:blue">');
  // printf '%s' 'p{color:red}' | openssl dgst -sha256 -binary | base64
  expect(styles).toEqual(["'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='"]);
  expect(directives(contentSecurityPolicy({ ...desktop, styles }))['style-src']).toEqual(["'self'", ...styles]);
});

test('blocks scripts and network in a page to print', () =>
  expect(directives(printPolicy)).toEqual({
    'default-src': ["'none'"],
    'style-src': ["'unsafe-inline'"],
    'font-src': ['data:'],
    'img-src': ['data:'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  }));

test('allows the diagram page inline styles, but no origin and no network even outside its frame', () => {
  expect(directives(diagramPolicy(desktop))).toEqual({
    'default-src': ["'none'"],
    'script-src': ['app://causeway'],
    'style-src': ['app://causeway', "'unsafe-inline'"],
    'img-src': ['data:'],
    'font-src': ['app://causeway'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ['app://causeway'],
    sandbox: ['allow-scripts'],
  });
});
