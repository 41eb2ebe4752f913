import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDuration } from '../../../../electron/core/tunnel/ssh-config/resolve-hop.ts';
import { expandPath, expandTokens, pathTokens } from '../../../../electron/core/tunnel/ssh-config/expand-tokens.ts';
import { formatJumps, parseJumps } from '../../../../electron/core/tunnel/ssh-config/jump.ts';
import { parseConfig, splitArguments } from '../../../../electron/core/tunnel/ssh-config/parse-config.ts';
import { matchesHostList, matchesPattern } from '../../../../electron/core/tunnel/ssh-config/pattern.ts';
import { resolveHops } from '../../../../electron/core/tunnel/ssh-config/resolve-hops.ts';
import { machine } from './config-fixture.ts';

describe('tokens', () => {
  const tokens = { h: 'host%r', r: 'root' };

  test('a value that holds a percent sign is not expanded again', () => {
    expect(expandTokens('%h-%%r', tokens)).toEqual({ ok: true, value: 'host%r-%r' });
  });

  test('any text without a percent sign stays as it is, and escaping is undone exactly', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(expandTokens(text.replaceAll('%', '%%'), tokens)).toEqual({ ok: true, value: text });
      }),
    );
  });

  test('any text at all gives a value or a reason, never a crash, and prototype names are no tokens', () => {
    const surroundings = machine({});
    const all = pathTokens({ host: 'h', originalHost: 'n', port: 22, login: 'r', hostKeyAlias: undefined, jump: '' }, surroundings);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('%', '$', '{', '}', '~', '/', 'h', 'Z', 'KEYS', 'toString', '\\') }), (text) => {
        const expanded = expandPath(text, all, surroundings);
        expect(expanded.ok ? expanded.value : expanded.reason).toBeTypeOf('string');
      }),
    );
    expect(expandPath('/${toString}', all, surroundings).ok).toBe(false);
  });

  test('what an environment variable holds is not taken for tokens, nor the home folder', () => {
    const surroundings = machine({}, { variables: { ODD: '/a%hb' }, home: '/home/100%h' });
    expect(expandPath('${ODD}', {}, surroundings)).toEqual({ ok: true, value: '/a%hb' });
    expect(expandPath('~/k', {}, surroundings)).toEqual({ ok: true, value: '/home/100%h/k' });
  });
});

describe('patterns', () => {
  test('? is exactly one character; a star may be empty', () => {
    expect([matchesPattern('ab', 'a?'), matchesPattern('a', 'a?'), matchesPattern('a', 'a*'), matchesPattern('', '*')]).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  test('a hostile pattern takes no exponential time', () => {
    expect(matchesPattern('a'.repeat(5000), `${'*a'.repeat(500)}b`)).toBe(false);
  });

  test('agree with the obvious regular expression', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 });
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 }), few, (text, pattern) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`);
        expect(matchesPattern(text, pattern)).toBe(expression.test(text));
      }),
    );
  });

  test('a negated one beats any other, wherever it stands', () => {
    expect(matchesHostList('gate.lab', '*.lab,!gate.lab')).toBe(false);
    expect(matchesHostList('GATE.lab', '!x,Gate.*')).toBe(true);
  });
});

test('words are split as OpenSSH does', () => {
  expect(splitArguments(String.raw`a "b c"d 'e "f' g\ h \"i C:\x # rest`)).toEqual(['a', 'b cd', 'e "f', 'g h', '"i', String.raw`C:\x`]);
  expect(splitArguments('"open')).toBeUndefined();
});

test('jumps survive being written and read again', () => {
  const jump = fc.record({
    host: fc.constantFrom('gate', '10.0.0.1', '::1', 'a-b.example'),
    port: fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined }),
    login: fc.option(fc.constantFrom('ada', 'ada@lab'), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(jump, { minLength: 1, maxLength: 4 }), (jumps) => {
      expect(parseJumps(formatJumps(jumps), {})).toEqual(jumps);
    }),
  );
});

test('times with units, and nonsense', () => {
  expect(['90', '1m30s', '1H', '', '-1', '5x', '99999999w'].map(parseDuration)).toEqual([
    90_000,
    90_000,
    3_600_000,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('no text whatever crashes the reader of configs', async () => {
  const words = fc.constantFrom(
    'Host',
    'Match',
    'all',
    'host',
    '*',
    '!',
    '"',
    "'",
    '\\',
    '=',
    ' ',
    '\n',
    '\r',
    '#',
    'User',
    'ProxyJump',
    'Include',
    'a',
    ',',
    '%h',
    '${',
  );
  fc.assert(
    fc.property(fc.string({ unit: words, maxLength: 40 }), (text) => {
      expect(parseConfig(text, 'f')).toBeInstanceOf(Array);
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: words, maxLength: 40 }), async (text) => {
      const road = await resolveHops({ alias: 'target' }, machine({ config: text }));
      expect(road.ok || road.failure.code === 'invalid-input').toBe(true);
    }),
  );
});
