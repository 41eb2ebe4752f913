import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addKey, removeName, matchesName, parseKnownHosts, formatName } from '../../../../electron/core/tunnel/host-keys/known-hosts.ts';
import { lookUpKey, knownKeyTypes, hostKeyName } from '../../../../electron/core/tunnel/host-keys/look-up-key.ts';
import { matchesFingerprint } from '../../../../electron/core/tunnel/host-keys/public-key.ts';
import { hopTo, keyOf, lineOf } from './hop-fixture.ts';

const key = keyOf('ssh-ed25519', 1);
const other = keyOf('ssh-ed25519', 2);
const rsa = keyOf('ssh-rsa', 3);
const find = (text: string, host = 'gate.lab', shown = key, port = 22) =>
  lookUpKey(parseKnownHosts(text, '/k'), hopTo(host, { port }), shown).kind;

describe('known_hosts', () => {
  test.each([
    ['a plain name', lineOf('gate.lab', key), 'known'],
    ['a name in another case', lineOf('Gate.LAB', key), 'known'],
    ['a list', lineOf('10.0.0.1,gate.lab', key), 'known'],
    ['a wildcard', lineOf('*.lab', key), 'known'],
    ['a negated pattern', lineOf('*.lab,!gate.*', key), 'unknown'],
    ['another port', lineOf('[gate.lab]:2222', key), 'unknown'],
    ['CRLF, tabs, a comment and blanks in front', `\r\n# note\r\n \t${lineOf('gate.lab', key).replaceAll(' ', '\t')} ada@lab\r\n`, 'known'],
    ['one of several keys', `${lineOf('gate.lab', other)}\n${lineOf('gate.lab', key)}`, 'known'],
    ['another key', lineOf('gate.lab', other), 'changed'],
    ['another type only', lineOf('gate.lab', rsa), 'changed'],
    ['a revoked key', `${lineOf('gate.lab', key)}\n${lineOf('*', key, '@revoked')}`, 'revoked'],
    ['another revoked key', lineOf('*', other, '@revoked'), 'unknown'],
    ['a certificate authority', lineOf('*', key, '@cert-authority'), 'unknown'],
    ['an unknown marker', lineOf('gate.lab', key, '@trusted'), 'unknown'],
    ['a commented line', `#${lineOf('gate.lab', key)}`, 'unknown'],
    ['a key whose type is not what the line says', lineOf('gate.lab', key).replace('ssh-ed25519', 'ssh-rsa'), 'unknown'],
    ['a cut line', lineOf('gate.lab', key).slice(0, -20), 'unknown'],
  ])('looks up a key with %s', (_, text, kind) => expect(find(text)).toBe(kind));

  test('accepts the key of port 22 on another port, but never calls another key changed there', () => {
    expect(find(lineOf('gate.lab', key), 'gate.lab', key, 2222)).toBe('known');
    expect(find(lineOf('gate.lab', other), 'gate.lab', key, 2222)).toBe('unknown');
    expect(find(lineOf('gate.lab', key, '@revoked'), 'gate.lab', key, 2222)).toBe('revoked');
    expect(find(`${lineOf('[gate.lab]:2222', other)}\n${lineOf('gate.lab', key)}`, 'gate.lab', key, 2222)).toBe('changed');
  });

  test('ignores host and port when there is an alias', () => {
    const hop = hopTo('10.0.0.1', { hostKeyAlias: 'gate', port: 2222 });
    expect(lookUpKey(parseKnownHosts(lineOf('gate', key), '/k'), hop, key).kind).toBe('known');
    expect(lookUpKey(parseKnownHosts(lineOf('10.0.0.1', key), '/k'), hop, key).kind).toBe('unknown');
  });

  test('never throws and never matches on garbage', () => {
    const piece = fc.constantFrom(
      'gate.lab',
      '*',
      '!',
      ',',
      '|1|',
      '|',
      '@revoked',
      '@cert-authority',
      ' ',
      '\t',
      '\n',
      '\r',
      '#',
      'ssh-ed25519',
      'AAAA',
      '=',
      '\0',
      'é',
    );
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 60 }), (text) => {
        expect(find(text)).toBe('unknown');
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(find(Buffer.from(bytes).toString('utf8'))).toBe('unknown');
      }),
    );
  });

  test('still reads a good line between garbage', () =>
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        fc.pre(!/[\r\n]/.test(before + after));
        expect(find(`${before}\n${lineOf('gate.lab', key)}\n${after}`)).toBe('known');
      }),
    ));

  test('returns known key types first, without revoked and unusable ones', () => {
    const entries = parseKnownHosts(
      [lineOf('gate.lab', rsa), lineOf('gate.lab', key, '@revoked'), lineOf('gate.lab', keyOf('sk-ssh-ed25519@openssh.com', 4))].join('\n'),
      '/k',
    );
    expect(knownKeyTypes(entries, hopTo('gate.lab'))).toEqual(['ssh-rsa']);
    expect(knownKeyTypes(entries, hopTo('gate.lab', { port: 2222 }))).toEqual(['ssh-rsa']);
  });
});

describe('formatName', () => {
  test('writes a name that matches only itself, even if it looks like a pattern (catches trusting one host trusting all)', () => {
    const salt = Buffer.alloc(20, 7);
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (name, another) => {
        const written = formatName(name.toLowerCase(), salt);
        expect(matchesName(written, name.toLowerCase())).toBe(true);
        expect(matchesName(written, another.toLowerCase())).toBe(name.toLowerCase() === another.toLowerCase());
        expect(written).not.toMatch(/[\s,*?!#@]/);
      }),
    );
  });

  test('adds the port unless it is 22', () =>
    expect([
      hostKeyName(hopTo('Gate')),
      hostKeyName(hopTo('::1', { port: 2200 })),
      hostKeyName(hopTo('x', { port: 2200, hostKeyAlias: 'A' })),
    ]).toEqual(['gate', '[::1]:2200', 'a']));
});

describe('editing known_hosts', () => {
  test('changes one host and leaves every other line as it was', () => {
    const text = [
      '# mine',
      lineOf('gate.lab,10.0.0.1', other),
      lineOf('gate.lab', other, '@revoked'),
      'garbage',
      lineOf('gate.lab', other),
      lineOf('far.lab', key),
      '',
    ].join('\n');
    const edited = addKey(removeName(text, 'gate.lab'), 'gate.lab', 'gate.lab', 'ssh-ed25519', key);
    expect(edited.split('\n')).toEqual([
      '# mine',
      lineOf('10.0.0.1', other),
      lineOf('gate.lab', other, '@revoked'),
      'garbage',
      lineOf('far.lab', key),
      lineOf('gate.lab', key),
      '',
    ]);
  });

  test('handles a last line without a line break, and adds a key only once', () => {
    const once = addKey('half a li', 'gate', 'gate', 'ssh-ed25519', key);
    expect(once).toBe(`half a li\n${lineOf('gate', key)}\n`);
    expect(addKey(once, 'gate', 'gate', 'ssh-ed25519', key)).toBe(once);
  });
});

test('rejects part of a fingerprint, or an empty one', () => {
  for (const typed of ['', 'SHA256:', 'SHA256:abc', 'MD5:', '00:11', '='.repeat(43)]) expect(matchesFingerprint(typed, key)).toBe(false);
});
