import { expect, test } from 'vitest';
import { readJsonc, setInJsonc } from '../../../electron/core/client-programs/edit-jsonc.ts';

const entry = ['providers', 'causeway'];

test.each([
  ['an empty file', '', '{\n  "providers": {\n    "causeway": 1\n  }\n}\n'],
  ['an empty object', '{}', '{\n  "providers": {\n    "causeway": 1\n  }\n}'],
  ['a file of comments', '// mine\n', '// mine\n{\n  "providers": {\n    "causeway": 1\n  }\n}\n'],
  ['an entry before', '{ "providers": { "causeway": { "a": [1] } }, "z": 2 }', '{ "providers": { "causeway": 1 }, "z": 2 }'],
  [
    'members with comments and tabs',
    '{\n\t// first\n\t"a": "}, //", /* b */\n\t"providers": {\n\t\t"own": {} // last\n\t}\n}\n',
    '{\n\t// first\n\t"a": "}, //", /* b */\n\t"providers": {\n\t\t"own": {}, // last\n\t\t"causeway": 1\n\t}\n}\n',
  ],
  [
    'a trailing comma',
    '{\n    "providers": {\n        "own": 1,\n    },\n}',
    '{\n    "providers": {\n        "own": 1,\n        "causeway": 1\n    },\n}',
  ],
  ['Windows line ends', '{\r\n  "a": 1\r\n}\r\n', '{\r\n  "a": 1,\r\n  "providers": {\r\n    "causeway": 1\r\n  }\r\n}\r\n'],
  [
    'the second of two with the same name, which counts',
    '{"providers":1,"providers":{"causeway":0}}',
    '{"providers":1,"providers":{"causeway":1}}',
  ],
])('sets a value in %s, and changes nothing else', (_what, before, after) => {
  expect(setInJsonc(before, entry, 1)).toBe(after);
  expect(readJsonc(after, entry)).toBe(1);
});

test('replaces the element of an array with a name, or adds one', () => {
  const path = [{ name: 'Causeway' }];
  expect(setInJsonc('[{ "name": "Other" }, { "name": "Causeway", "old": 1 }]', path, 2)).toBe('[{ "name": "Other" }, 2]');
  expect(setInJsonc('[\n  { "name": "Other" }\n]', path, 2)).toBe('[\n  { "name": "Other" },\n  2\n]');
  expect(setInJsonc('', path, 2)).toBe('[\n  2\n]\n');
});

test.each(['{ "a": }', '{ "a": 1', '{} {}', '{ a: 1 }', '[]', '{ "providers": [] }', '"text"', '['.repeat(200)])(
  'leaves %s alone',
  (text) => expect(setInJsonc(text, entry, 1)).toBeUndefined(),
);
