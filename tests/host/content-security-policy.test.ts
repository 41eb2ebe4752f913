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
function directives(policy: string): ReadonlyMap<string, readonly string[]> {
  return new Map(policy.split('; ').map((each) => [each.split(' ')[0] ?? '', each.split(' ').slice(1)]));
}

test('allows the window no inline code and no network, except its worker and the one frame', () => {
  const policy = directives(contentSecurityPolicy(desktop));
  expect(policy.get('default-src')).toEqual(["'none'"]);
  for (const name of ['script-src', 'style-src', 'worker-src', 'font-src']) expect(policy.get(name), name).toEqual(["'self'"]);
  expect(policy.get('frame-src')).toEqual(['app://causeway/mermaid.html']);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.get('connect-src')).toBeUndefined();
  expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
  expect(policy.get('trusted-types')).toEqual(['highlight-worker']);
});

test('allows only the shell’s connection targets to a page that uses the network', () => {
  const connect = ['ws://127.0.0.1:7000'];
  const frames = ['http://127.0.0.1:7001'];
  const policy = directives(contentSecurityPolicy({ ...desktop, connect, frames }));
  expect(policy.get('connect-src')).toEqual(connect);
  expect(policy.get('frame-src')).toEqual([desktop.diagramPage, ...frames]);
  const closed = directives(contentSecurityPolicy(desktop));
  const others = [...policy.keys()].filter((name) => name !== 'connect-src' && name !== 'frame-src');
  for (const name of others) expect(policy.get(name), name).toEqual(closed.get(name));
});

test('allows exactly the inline style sheets that the page was built with', () => {
  const styles = inlineStyleSources('<head><style>p{color:red}</style></head><p style="color:blue">');
  // printf '%s' 'p{color:red}' | openssl dgst -sha256 -binary | base64
  expect(styles).toEqual(["'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='"]);
  expect(directives(contentSecurityPolicy({ ...desktop, styles })).get('style-src')).toEqual(["'self'", ...styles]);
});

test('blocks scripts and network in a page to print', () => {
  const policy = directives(printPolicy);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  for (const name of ['script-src', 'connect-src', 'frame-src']) expect(policy.get(name), name).toBeUndefined();
  expect(policy.get('img-src')).toEqual(['data:']);
});

test('allows the diagram page inline styles, but no origin and no network even outside its frame', () => {
  const policy = directives(diagramPolicy(desktop));
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('connect-src')).toBeUndefined();
  expect(policy.get('frame-src')).toBeUndefined();
  expect(policy.get('script-src')).toEqual(['app://causeway']);
  expect(policy.get('style-src')).toEqual(['app://causeway', "'unsafe-inline'"]);
  expect(policy.get('sandbox')).toEqual(['allow-scripts']);
  expect(policy.get('frame-ancestors')).toEqual(['app://causeway']);
});
