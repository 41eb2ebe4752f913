import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandPath, expandTokens, pathTokens, toHop } from '../../../../electron/core/tunnel/ssh-config/to-hop.ts';
import { formatJumps, parseJumps } from '../../../../electron/core/tunnel/ssh-config/resolve-hops.ts';
import { unsupportedOptionText } from '../../../../electron/core/tunnel/text.ts';
import { matchesHostList, matchesPattern } from '../../../../electron/core/tunnel/host-keys/pattern.ts';

const environment = { userConfig: '/none', home: '/home/ada', variables: { KEYS: '/keys' }, localUser: 'ada', ssh: undefined };

describe('expandTokens', () => {
  const tokens = { h: 'host%r', r: 'root' };

  test('doesn’t expand a value with a percent sign again', () =>
    expect(expandTokens('%h-%%r', tokens)).toEqual({ ok: true, value: 'host%r-%r' }));

  test('keeps text without percent signs, and undoes escaping exactly', () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(expandTokens(text.replaceAll('%', '%%'), tokens)).toEqual({ ok: true, value: text });
      }),
    ));

  test('returns a value or a reason for any text, and doesn’t take prototype names for tokens', () => {
    const all = pathTokens({ name: 'n', host: 'h', port: 22, login: 'r', hostKeyAlias: undefined }, environment);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('%', '$', '{', '}', '~', '/', 'h', 'Z', 'KEYS', 'toString', '\\') }), (text) => {
        const expanded = expandPath(text, all, environment);
        expect(expanded.ok ? expanded.value : expanded.reason).toBeTypeOf('string');
      }),
    );
    expect(expandPath('/${toString}', all, environment).ok).toBe(false);
  });

  test('doesn’t expand tokens in environment variables or in the home folder', () => {
    const odd = { ...environment, variables: { ODD: '/a%hb' }, home: '/home/100%h' };
    expect(expandPath('${ODD}', {}, odd)).toEqual({ ok: true, value: '/a%hb' });
    expect(expandPath('~/k', {}, odd)).toEqual({ ok: true, value: '/home/100%h/k' });
  });
});

describe('patterns', () => {
  test('matches exactly one character with ?, and any number with *', () =>
    expect([matchesPattern('ab', 'a?'), matchesPattern('a', 'a?'), matchesPattern('a', 'a*'), matchesPattern('', '*')]).toEqual([
      true,
      false,
      true,
      true,
    ]));

  test('takes no exponential time for a hostile pattern', () =>
    expect(matchesPattern('a'.repeat(5000), `${'*a'.repeat(500)}b`)).toBe(false));

  test('agrees with the obvious regular expression', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 });
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 }), few, (text, pattern) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`);
        expect(matchesPattern(text, pattern)).toBe(expression.test(text));
      }),
    );
  });

  test('rejects a text that a negated pattern matches, wherever it stands', () => {
    expect(matchesHostList('gate.lab', '*.lab,!gate.lab')).toBe(false);
    expect(matchesHostList('GATE.lab', '!x,Gate.*')).toBe(true);
  });
});

test('formats jumps so that they parse to the same', () => {
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

test.each([
  [undefined, unsupportedOptionText.useSystemSsh],
  [[], unsupportedOptionText.notOnWindows],
])('doesn’t advise to use system SSH on Windows, which has the pipes %o', (pipes, advice) => {
  const query = { host: 'gate', port: undefined, login: undefined, proxyJump: undefined };
  const { notes } = toHop(query, new Map([['proxycommand', ['nc %h']]]), { ...environment, pipes });
  expect(notes).toEqual([expect.stringContaining(advice)]);
});
