import { expect, test } from 'vitest';
import { formatArguments } from '../../../electron/host/approval/format-arguments.ts';
import { escapeHiddenCharacters } from '../../../electron/host/dialogs/escape-hidden-characters.ts';

test('each word has a line of its own, and one that spreads over lines can not pass for two', () => {
  expect(formatArguments(['rm', '-rf', 'a b', '', ' x', 'a\n4.  b'])).toEqual({
    ok: true,
    value: '1.  rm\n2.  -rf\n3.  a b\n4.  ""\n5.  " x"\n6.  a\\n4.  b',
  });
});

// Each would let a command look like another one.
test.each([
  ['\u202egpj.exe', '\\u{202e}gpj.exe'],
  ['a\u200bb', 'a\\u{200b}b'],
  ['a\u00a0b', 'a\\u{a0}b'],
  ['a\u2028b', 'a\\u{2028}b'],
  ['a\u{e0041}b', 'a\\u{e0041}b'],
  ['a\u0000b', 'a\\u{0}b'],
  ['a\u001b[8mb', 'a\\u{1b}[8mb'],
  ['a\u3164b', 'a\\u{3164}b'],
  ['a\ufe0fb', 'a\\u{fe0f}b'],
  ['a\tb', 'a\\tb'],
  ['Zürich ☀ 東京 a b', 'Zürich ☀ 東京 a b'],
])('%j is shown as %s', (text, shown) => {
  expect(escapeHiddenCharacters(text)).toBe(shown);
});

test.each([[['x'.repeat(2000)]], [Array.from({ length: 30 }, () => 'x')], [['\u200b'.repeat(300)]]])(
  'what can not be shown in full can not be approved (%#)',
  (argv) => {
    expect(formatArguments(argv)).toMatchObject({ ok: false, failure: { code: 'unsupported' } });
  },
);
