import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { isNewer, readSignedRelease } from '../../../electron/shell/updates/signed-release.ts';

const pair = generateKeyPairSync('ed25519');
const publicText = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64');
const release = JSON.stringify({ version: '1.1.0', files: [{ name: 'causeway.AppImage', sha512: 'abc' }] });
const signed = (text: string, key = pair.privateKey): string => sign(null, Buffer.from(text), key).toString('base64');

test('reads a release with a valid signature', () => {
  expect(readSignedRelease(release, `${signed(release)}\n`, publicText(pair.publicKey))).toMatchObject({
    ok: true,
    value: { version: '1.1.0' },
  });
});

test.each([
  ['another key', release, signed(release, generateKeyPairSync('ed25519').privateKey), publicText(pair.publicKey)],
  ['a changed text', release.replace('abc', 'abd'), signed(release), publicText(pair.publicKey)],
  ['no signature', release, '', publicText(pair.publicKey)],
  ['a key that is none', release, signed(release), 'AAAA'],
  ['a description that can’t be read', '{}', signed('{}'), publicText(pair.publicKey)],
  ['a version that is none', '{"version":"../../x","files":[]}', signed('{"version":"../../x","files":[]}'), publicText(pair.publicKey)],
])('rejects %s', (_what, text, signature, key) => {
  expect(readSignedRelease(text, signature, key)).toMatchObject({ ok: false, failure: { code: 'refused' } });
});

test.each([
  ['1.2.0', '1.1.9', true],
  ['1.10.0', '1.9.0', true],
  ['1.1.0', '1.1.0', false],
  ['1.0.9', '1.1.0', false],
  ['2.0.0-beta.1', '2.0.0', false],
  ['2.0.0', '2.0.0-beta.1', true],
  ['2.0.0-beta.10', '2.0.0-beta.9', true],
])('%s is newer than %s: %s', (version, than, answer) => {
  expect(isNewer(version, than)).toBe(answer);
});
