import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prettyJson } from '../../../renderer/chat/pretty-json.ts';

test('indents JSON as JSON.stringify does', () =>
  fc.assert(
    fc.property(fc.oneof(fc.object({ key: fc.string() }), fc.array(fc.jsonValue())), fc.nat(3), (value, space) => {
      // only what JSON keeps, and no hidden characters
      const json = JSON.stringify(value).replaceAll(/[^\x20-\x7e]/gu, '?');
      const spaced = JSON.stringify(JSON.parse(json), null, space);
      expect(prettyJson(spaced)).toBe(JSON.stringify(JSON.parse(json), null, 2));
    }),
  ));

test.each(['{"a":', 'plain', '', '1.50', '12345678901234567890', '"a\u202eb"', 'null', '[1] and more'])(
  'leaves %j unchanged, which is no object or array',
  (text) => expect(prettyJson(text)).toBe(text),
);

test.each([
  ['{"id":9007199254740993}', '{\n  "id": 9007199254740993\n}'],
  ['[1.50, 1e400 ,-0]', '[\n  1.50,\n  1e400,\n  -0\n]'],
  ['{"a":1,"a":2}', '{\n  "a": 1,\n  "a": 2\n}'],
  [String.raw`{"a":"\u202e\/\"{"}`, String.raw`{` + '\n' + String.raw`  "a": "\u202e\/\"{"` + '\n}'],
])('shows the values of %s as they are written (catches a call that runs with other values than shown)', (text, shown) => {
  expect(prettyJson(text)).toBe(shown);
});

test('shows hidden characters as escapes of the same value (catches an argument that reads differently)', () => {
  const text = '{"file":"a\u202egpj.exe","tag":"\u{e0041}"}';
  const shown = prettyJson(text);
  expect(shown).toBe(String.raw`{` + '\n' + String.raw`  "file": "a\u202egpj.exe",` + '\n' + String.raw`  "tag": "\udb40\udc41"` + '\n}');
  expect(JSON.parse(shown)).toEqual(JSON.parse(text));
});

test('indents a long string and deep nesting (catches a stack overflow)', () => {
  const long = `{"a":"${'x\\"'.repeat(5_000_000)}"}`;
  expect(prettyJson(long)).toHaveLength(long.length + 5);
  const depth = 20_000;
  expect(prettyJson('['.repeat(depth) + ']'.repeat(depth)).length).toBeLessThan(300 * 2 * depth);
});
