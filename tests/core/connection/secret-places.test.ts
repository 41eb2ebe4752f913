import { expect, test } from 'vitest';
import { tokenPlace } from '../../../electron/core/connection/secret-places.ts';

test('a token’s place changes with the origin and with each authority, and not with their order', () => {
  const origin = 'https://models.example.org';
  expect(tokenPlace(origin, [])).toBe(origin);
  const places = [tokenPlace(origin, []), tokenPlace(origin, ['a']), tokenPlace(origin, ['a', 'b']), tokenPlace('https://x.org', ['a'])];
  expect(new Set(places).size).toBe(4);
  expect(tokenPlace(origin, ['b', 'a'])).toBe(tokenPlace(origin, ['a', 'b']));
});
