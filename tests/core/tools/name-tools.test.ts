import { expect, test } from 'vitest';
import { nameTools } from '../../../electron/core/tools/mcp/name-tools.ts';

const listed = (name: string) => ({ name, inputSchema: { type: 'object' } });
const namesOf = (names: readonly string[]) => nameTools(names.map(listed));

test('keeps valid names, and replaces what models reject', () => {
  const { tools, ownName } = namesOf(['files_delete', 'lab.where.am-i', 'x'.repeat(80)]);
  expect(tools.map(({ name }) => name)).toEqual(['files_delete', 'lab_where_am-i', 'x'.repeat(60)]);
  expect(ownName('lab_where_am-i')).toBe('lab.where.am-i');
  expect(ownName('none')).toBeUndefined();
});

test.each([
  ['files_delete', 'files.delete'],
  ['files.delete', 'files/delete', 'files_delete'],
  ['files.delete', 'files/delete'],
])('gives %s and %s the same names in any order (catches a saved tool that runs another one)', (...names) => {
  const [one, other] = [namesOf(names), namesOf(names.toReversed())];
  const chosen = one.tools.map(({ name }) => name);
  expect(new Set(chosen).size).toBe(names.length);
  expect(chosen.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
  expect(chosen.map(one.ownName)).toEqual(names);
  expect(chosen.map(other.ownName)).toEqual(names);
});

test('keeps a valid name beside one that would be like it', () =>
  expect(namesOf(['files.delete', 'files_delete']).ownName('files_delete')).toBe('files_delete'));

test('lists a tool once that the server lists twice', () => expect(namesOf(['a', 'a']).tools).toHaveLength(1));

test('removes annotations that are null, but nothing else (catches “Add its tools” that rejects a whole tool)', () => {
  const properties = { a: { type: 'string', title: null, description: null, format: null, default: null }, b: { enum: [null, 'x'] } };
  const inputSchema = { type: 'object', description: 'All.', properties, allOf: [{ title: null }] };
  expect(nameTools([{ name: 'a', inputSchema }]).tools[0]?.parameters).toEqual({
    type: 'object',
    description: 'All.',
    properties: { a: { type: 'string', default: null }, b: { enum: [null, 'x'] } },
    allOf: [{}],
  });
});
