import { expect, test } from 'vitest';
import type { ToolCall } from '../../../../electron/contract/answer.ts';
import { chunk, feed, replay, stream } from './feed.ts';

type Item = Readonly<Record<string, unknown>>;

function callsOf(
  deltas: readonly (readonly Item[])[],
  options: { readonly offered?: readonly string[]; readonly finish?: string } = {},
): readonly string[] {
  const fed = feed([stream([...deltas.map((items) => chunk({ tool_calls: items })), chunk({}, options.finish ?? 'tool_calls')])], {
    offered: options.offered ?? ['f', 'g'],
  });
  expect(replay(fed.deltas)).toEqual(fed.parts);
  expect(fed.answer.finish).toBe('tool-calls');
  return fed.parts
    .filter((part): part is ToolCall => part.kind === 'tool-call')
    .map((part) => `${part.id} ${part.name}(${part.arguments}) ${part.state}`);
}

const first = (index: number, id: string, name: string, args = ''): Item => ({
  index,
  id,
  type: 'function',
  function: { name, arguments: args },
});
const more = (index: number, args: string): Item => ({ index, function: { arguments: args } });

test('reads parallel calls with interleaved arguments', () => {
  expect(
    callsOf([[first(0, 'a', 'f'), first(1, 'b', 'g')], [more(1, '{"y"'), more(0, '{"x"')], [more(0, ':1}')], [more(1, ':2}')]]),
  ).toEqual(['a f({"x":1}) valid', 'b g({"y":2}) valid']);
});

test('starts another call at a repeated index without ids once the first is complete', () => {
  const bare = (name: string, args: string): Item => ({ index: 0, function: { name, arguments: args } });
  expect(callsOf([[bare('f', '{}')], [bare('f', '{"x":1}')]])).toEqual(['call-1 f({}) valid', 'call-2 f({"x":1}) valid']);
});

test('never generates an id that the engine has used, before or after', () => {
  const bare = (index: number, name: string): Item => ({ index, function: { name, arguments: '{}' } });
  expect(callsOf([[first(0, 'call-2', 'f', '{}')], [bare(1, 'g')]])).toEqual(['call-2 f({}) valid', 'call-2-2 g({}) valid']);
  expect(callsOf([[bare(0, 'f')], [first(1, 'call-1', 'g', '{}')]])).toEqual(['call-1 f({}) valid', 'call-1-2 g({}) valid']);
  expect(callsOf([[bare(0, 'f')], [bare(1, 'g')], [first(1, 'call-1', '')]])).toEqual(['call-1 f({}) valid', 'call-1-2 g({}) valid']);
});

test('separates calls that share one id, each with an id of its own', () => {
  expect(callsOf([[first(0, 'a', 'f', '{}')], [first(1, 'a', 'f', '{"x":')], [{ ...more(1, '1}'), id: 'a' }]])).toEqual([
    'a f({}) valid',
    'a-2 f({"x":1}) valid',
  ]);
  expect(callsOf([[first(0, 'a', 'f'), first(1, 'a', 'g')], [more(1, '{"y":2}')], [more(0, '{"x":1}')]])).toEqual([
    'a f({"x":1}) valid',
    'a-2 g({"y":2}) valid',
  ]);
});

test('separates complete calls that share one id and have no index', () => {
  const call = (args: string): Item => ({ id: 'a', function: { name: 'f', arguments: args } });
  expect(callsOf([[call('{"x":1}')], [call('{"x":2}')]])).toEqual(['a f({"x":1}) valid', 'a-2 f({"x":2}) valid']);
  expect(callsOf([[call('{"x":1}'), call('{"x":'), call('2}'), call(''), call(' ')]])).toEqual([
    'a f({"x":1}) valid',
    'a-2 f({"x":2} ) valid',
  ]);
});

test("doesn't split a call with a new id in every delta", () => {
  expect(callsOf([[first(0, 'a', 'f', '{"x"')], [{ index: 0, id: 'b', function: { name: null, arguments: ':1}' } }]])).toEqual([
    'a f({"x":1}) valid',
  ]);
});

test("doesn't repeat the name if every delta has the same id and name", () => {
  expect(callsOf([[first(0, 'a', 'f', '{"x"')], [first(0, 'a', 'f', ':1}')]])).toEqual(['a f({"x":1}) valid']);
});

test('adds a tail under the index of a complete call to the incomplete one', () => {
  expect(callsOf([[first(0, 'a', 'f', '{}')], [first(1, 'b', 'g', '{"y":')], [more(0, '2}')]])).toEqual([
    'a f({}) valid',
    'b g({"y":2}) valid',
  ]);
});

test('assigns deltas without an index by id, then to the last call', () => {
  expect(
    callsOf([
      [{ id: 'a', function: { name: 'f', arguments: '{' } }],
      [{ id: 'b', function: { name: 'g', arguments: '{}' } }],
      [{ id: 'a', function: { arguments: '}' } }],
    ]),
  ).toEqual(['a f({}) valid', 'b g({}) valid']);
});

test('accepts missing arguments as none, not as invalid', () => expect(callsOf([[first(0, 'a', 'f')]])).toEqual(['a f() valid']));

test('takes arguments sent as an object as JSON', () => {
  expect(callsOf([[{ index: 0, id: 'a', function: { name: 'f', arguments: { x: 1 } } }]])).toEqual(['a f({"x":1}) valid']);
});

test('marks a call cut off by a broken stream as unfinished, not invalid', () => {
  const fed = feed([stream([chunk({ tool_calls: [first(0, 'a', 'f', '{"x"')] })], '')]);
  expect(fed.parts).toEqual([{ kind: 'tool-call', id: 'a', name: 'f', arguments: '{"x"', state: 'unfinished' }]);
});

test('reads unstreamed calls, and text before them', () => {
  const message = {
    role: 'assistant',
    content: 'Looking.',
    tool_calls: [
      { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
      { id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } },
    ],
  };
  const fed = feed([Buffer.from(JSON.stringify({ choices: [{ message, finish_reason: 'tool_calls' }] }))]);
  expect(fed.parts).toEqual([
    { kind: 'text', text: 'Looking.' },
    { kind: 'tool-call', id: 'a', name: 'f', arguments: '{"x":1}', state: 'valid' },
    { kind: 'tool-call', id: 'b', name: 'g', arguments: '{}', state: 'valid' },
  ]);
});
