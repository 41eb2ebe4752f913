import { expect, test } from 'vitest';
import { tokenScope } from '../../../electron/core/connection/service-endpoint.ts';

test('changes a token’s scope with the origin and each authority, but not with their order', () => {
  const origin = 'https://models.example.org';
  expect(tokenScope(origin, [])).toBe(origin);
  const scopes = [tokenScope(origin, []), tokenScope(origin, ['a']), tokenScope(origin, ['a', 'b']), tokenScope('https://x.org', ['a'])];
  expect(new Set(scopes).size).toBe(4);
  expect(tokenScope(origin, ['b', 'a'])).toBe(tokenScope(origin, ['a', 'b']));
});
