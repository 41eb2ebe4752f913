import { expect, test } from 'vitest';
import { parseSecret, checkSession, signIn } from '../../../renderer/start/session-request.ts';

const secret = 'q2_Zk-8sWvXnT0aBcDeFgHiJkLmNoPqR';

test.each([
  [`http://127.0.0.1:8080/open#${secret}`, secret],
  [`  #${secret}\n`, secret],
  [secret, secret],
  ['', undefined],
  ['#', undefined],
  ['http://127.0.0.1:8080/open', undefined],
  [`#${secret} and more`, undefined],
])('parses the secret in pasted text: %j', (text, found) => expect(parseSecret(text)).toBe(found));

test.each([
  [204, 'signed-in'],
  [403, 'refused'],
  [401, 'refused'],
  [502, 'unreachable'],
  [404, 'unreachable'],
] as const)('distinguishes a used link from an unreachable program: %d', async (status, result) => {
  const asked: [string, RequestInit | undefined][] = [];
  const send = (url: string | URL | Request, init?: RequestInit) => {
    asked.push([url instanceof Request ? url.url : url.toString(), init]);
    return Promise.resolve(new Response(null, { status }));
  };
  expect(await signIn(secret, send)).toBe(result);
  expect(await checkSession(send)).toBe(result);
  expect(asked[0]).toMatchObject(['session', { method: 'POST', body: JSON.stringify({ secret }) }]);
});

test('accepts a used link in a browser that has a cookie (catches a reload that ends at the sign-in)', async () => {
  const send = (_url: string | URL | Request, init?: RequestInit) =>
    Promise.resolve(new Response(null, { status: init?.method === 'POST' ? 403 : 204 }));
  expect(await signIn(secret, send)).toBe('signed-in');
});

test('reports that nothing answers', async () => {
  const send = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await signIn(secret, send)).toBe('unreachable');
  expect(await checkSession(send)).toBe('unreachable');
});
