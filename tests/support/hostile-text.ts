import fc from 'fast-check';

/** Words of a grammar over and over, between a few others: attempts to read it begin everywhere and fail late. */
export function hostileText(words: readonly string[], length: number): fc.Arbitrary<string> {
  const some = (least: number): fc.Arbitrary<string> =>
    fc.array(fc.constantFrom(...words), { minLength: least, maxLength: 4 }).map((list) => list.join(''));
  return fc.tuple(some(0), some(1), some(0)).map(([before, unit, after]) => before + unit.repeat(Math.ceil(length / unit.length)) + after);
}

/** What the redactor looks for, whole and in pieces. */
export const secretWords = [
  ['-a', 'a', 'a.', '.', ' ', '\t', '"', ':', '=', '/', '://', '@', 'eyJ', '-eyJaaaaa', 'eyJaaaaa.', 'sk-', 'cw-aaaaaaaa', 'token'],
  ['api_key', 'password ', 'secret:', 'authorization', 'Authorization: ', 'bearer ', 'basic', 'set-cookie', 'cookie =', 'proxy-'],
  ['-----BEGIN ', 'PRIVATE KEY', 'PRIVATE KEY-----', '-----END ', '-----', 'A', '1 '],
].flat();
