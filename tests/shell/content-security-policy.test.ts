import { expect, test } from 'vitest';
import { contentSecurityPolicy, diagramPolicy } from '../../electron/shell/content-security-policy.ts';

/** A policy as the browser reads it. */
function directives(policy: string): ReadonlyMap<string, readonly string[]> {
  return new Map(policy.split('; ').map((each) => [each.split(' ')[0] ?? '', each.split(' ').slice(1)]));
}

test('the window takes nothing inline and reaches nothing outside, but its worker and the one frame', () => {
  const policy = directives(contentSecurityPolicy);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  for (const name of ['script-src', 'style-src', 'worker-src', 'font-src']) expect(policy.get(name), name).toEqual(["'self'"]);
  expect(policy.get('frame-src')).toEqual(['app://causeway/mermaid.html']);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.get('connect-src')).toBeUndefined();
  expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
  expect(policy.get('trusted-types')).toEqual(['highlight-worker']);
});

test('the page for diagrams has inline styles, and is without an origin and without a network even outside its frame', () => {
  const policy = directives(diagramPolicy);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('connect-src')).toBeUndefined();
  expect(policy.get('frame-src')).toBeUndefined();
  expect(policy.get('script-src')).toEqual(['app://causeway']);
  expect(policy.get('style-src')).toEqual(['app://causeway', "'unsafe-inline'"]);
  expect(policy.get('sandbox')).toEqual(['allow-scripts']);
  expect(policy.get('frame-ancestors')).toEqual(['app://causeway']);
});
