import { expect, test } from 'vitest';
import type { ToolCall } from '../../../../electron/contract/answer.ts';
import { chunk, feed, replay, stream } from './feed.ts';

type Item = Readonly<Record<string, unknown>>;

function callsOf(deltas: readonly (readonly Item[])[]): readonly string[] {
  const chunks = [...deltas.map((items) => chunk({ tool_calls: items })), chunk({}, 'tool_calls')];
  const fed = feed([stream(chunks)], { offered: ['f', 'g'] });
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
const bare = (index: number, name: string, args = '{}'): Item => ({ index, function: { name, arguments: args } });
const unindexed = (id: string, name: string, args: unknown): Item => ({ id, function: { name, arguments: args } });

test.each<[what: string, deltas: readonly (readonly Item[])[], calls: readonly string[]]>([
  [
    'parallel calls with interleaved arguments',
    [[first(0, 'a', 'f'), first(1, 'b', 'g')], [more(1, '{"y"'), more(0, '{"x"')], [more(0, ':1}')], [more(1, ':2}')]],
    ['a f({"x":1}) valid', 'b g({"y":2}) valid'],
  ],
  [
    'another call at a repeated index without ids once the first is complete',
    [[bare(0, 'f')], [bare(0, 'f', '{"x":1}')]],
    ['call-1 f({}) valid', 'call-2 f({"x":1}) valid'],
  ],
  [
    'no generated id that the engine has used',
    [[first(0, 'call-2', 'f', '{}')], [bare(1, 'g')]],
    ['call-2 f({}) valid', 'call-2-2 g({}) valid'],
  ],
  ['none that it uses later', [[bare(0, 'f')], [first(1, 'call-1', 'g', '{}')]], ['call-1 f({}) valid', 'call-1-2 g({}) valid']],
  ['none for a late id', [[bare(0, 'f')], [bare(1, 'g')], [first(1, 'call-1', '')]], ['call-1 f({}) valid', 'call-1-2 g({}) valid']],
  [
    'calls that share one id',
    [[first(0, 'a', 'f', '{}')], [first(1, 'a', 'f', '{"x":')], [{ ...more(1, '1}'), id: 'a' }]],
    ['a f({}) valid', 'a-2 f({"x":1}) valid'],
  ],
  [
    'interleaved calls that share one id',
    [[first(0, 'a', 'f'), first(1, 'a', 'g')], [more(1, '{"y":2}')], [more(0, '{"x":1}')]],
    ['a f({"x":1}) valid', 'a-2 g({"y":2}) valid'],
  ],
  [
    'complete calls that share one id and have no index',
    [[unindexed('a', 'f', '{"x":1}')], [unindexed('a', 'f', '{"x":2}')]],
    ['a f({"x":1}) valid', 'a-2 f({"x":2}) valid'],
  ],
  [
    'the same with pieces',
    [['{"x":1}', '{"x":', '2}', '', ' '].map((args) => unindexed('a', 'f', args))],
    ['a f({"x":1}) valid', 'a-2 f({"x":2} ) valid'],
  ],
  [
    'one call with a new id in every delta',
    [[first(0, 'a', 'f', '{"x"')], [{ index: 0, id: 'b', function: { name: null, arguments: ':1}' } }]],
    ['a f({"x":1}) valid'],
  ],
  ['one call with the name in every delta', [[first(0, 'a', 'f', '{"x"')], [first(0, 'a', 'f', ':1}')]], ['a f({"x":1}) valid']],
  [
    'a tail under the index of a complete call',
    [[first(0, 'a', 'f', '{}')], [first(1, 'b', 'g', '{"y":')], [more(0, '2}')]],
    ['a f({}) valid', 'b g({"y":2}) valid'],
  ],
  [
    'deltas without an index, by id',
    [[unindexed('a', 'f', '{')], [unindexed('b', 'g', '{}')], [{ id: 'a', function: { arguments: '}' } }]],
    ['a f({}) valid', 'b g({}) valid'],
  ],
  ['arguments that are no object', [[first(0, 'a', 'f', '"only text"')]], ['a f("only text") invalid-arguments']],
  ['missing arguments as none', [[first(0, 'a', 'f')]], ['a f() valid']],
  ['arguments sent as an object', [[{ ...unindexed('a', 'f', { x: 1 }), index: 0 }]], ['a f({"x":1}) valid']],
])('reads %s', (_what, deltas, calls) => expect(callsOf(deltas)).toEqual(calls));

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
