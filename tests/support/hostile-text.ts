import fc from 'fast-check';

/** Generates a text that repeats a grammar's tokens, so that matches start everywhere and fail late. */
export function hostileText(tokens: readonly string[], length: number): fc.Arbitrary<string> {
  return hostileTexts(tokens, [length]).map(([text = '']) => text);
}

/** Generates the same such text in several lengths, to compare what they cost. */
export function hostileTexts(tokens: readonly string[], lengths: readonly number[]): fc.Arbitrary<readonly string[]> {
  const some = (minLength: number): fc.Arbitrary<string> =>
    fc.array(fc.constantFrom(...tokens), { minLength, maxLength: 4 }).map((list) => list.join(''));
  return fc
    .tuple(some(0), some(1), some(0))
    .map(([before, unit, after]) => lengths.map((length) => before + unit.repeat(Math.ceil(length / unit.length)) + after));
}

/** Tokens that the redactor searches for, whole and partial. */
export const secretWords = [
  ['-a', 'a', 'a.', '.', ' ', '\t', '"', ':', '=', '/', '://', '@', 'eyJ', '-eyJaaaaa', 'eyJaaaaa.', 'sk-', 'cw-aaaaaaaa', 'token'],
  ['api_key', 'password ', 'secret:', 'authorization', 'Authorization: ', 'bearer ', 'basic', 'set-cookie', 'cookie =', 'proxy-'],
  ['-----BEGIN ', 'PRIVATE KEY', 'PRIVATE KEY-----', '-----END ', '-----', 'A', '1 '],
].flat();
