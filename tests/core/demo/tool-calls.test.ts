import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chatRequestSchema } from '../../../electron/core/demo/engines/requests.ts';
import { argumentsFor, extractEntities } from '../../../electron/core/demo/engines/tool-calls.ts';
import { answered } from './engine-fixture.ts';

const text = { type: 'string' };
const weather = tool('get_weather', 'The weather of a city', { city: text, unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } }, [
  'city',
]);
const time = tool('get_time', 'The local time of a city', { city: text }, ['city']);
const calculator = tool('calculate', 'Evaluates an arithmetic expression', { expression: text }, ['expression']);

function tool(name: string, description: string, properties: object, required: readonly string[]): object {
  return { type: 'function', function: { name, description, parameters: { type: 'object', properties, required } } };
}

function calls(question: string, tools: readonly object[], more: object = {}): readonly [string, unknown][] {
  return answered('beta-4-scout', question, { tools, ...more }).calls.map((call) => [call.name, JSON.parse(call.arguments) as unknown]);
}

describe('tool selection', () => {
  test('calls the matching tool with arguments from the question', () => {
    expect(calls('What is the weather in Paris in celsius?', [weather, calculator])).toEqual([
      ['get_weather', { city: 'Paris', unit: 'celsius' }],
    ]);
    expect(calls('What is 3 * 7?', [weather, calculator])).toEqual([['calculate', { expression: '3 * 7' }]]);
  });

  test('calls no tool when none matches', () => expect(calls('What is Causeway?', [weather, time])).toEqual([]));

  test('calls several tools when several match', () =>
    expect(calls('Tell me the weather and the time in Paris', [weather, time]).map(([name]) => name)).toEqual(['get_weather', 'get_time']));

  test('calls a tool once per entity when it takes a single one', () =>
    expect(calls('Compare the weather in Paris and Rome', [weather])).toEqual([
      ['get_weather', { city: 'Paris' }],
      ['get_weather', { city: 'Rome' }],
    ]));

  test('follows tool_choice: none, required, or a name', () => {
    expect(calls('What is the weather in Paris?', [weather], { tool_choice: 'none' })).toEqual([]);
    expect(calls('What is Causeway?', [weather], { tool_choice: 'required' })).toHaveLength(1);
    const named = { tool_choice: { type: 'function', function: { name: 'get_time' } } };
    expect(calls('What is the weather in Paris?', [weather, time], named).map(([name]) => name)).toEqual(['get_time']);
  });
});

describe('arguments by schema', () => {
  test('fills numbers, lists, booleans and nested objects by type', () => {
    const schema = {
      type: 'object',
      properties: {
        count: { type: 'integer' },
        cities: { type: 'array', items: { type: 'string' } },
        verbose: { type: 'boolean' },
        where: { type: 'object', properties: { floor: { type: 'number' } }, required: ['floor'] },
        note: { type: 'string' },
      },
      required: ['count', 'cities', 'verbose', 'where'],
    };
    expect(argumentsFor(schema, 'Find 3 hotels in Paris and Rome on floor 2.5, verbose please')).toEqual({
      count: 3,
      cities: ['Paris', 'Rome'],
      verbose: true,
      where: { floor: 2.5 },
    });
  });

  test('fills a list of objects, which Cline reads files by', () => {
    const item = { type: 'object', properties: { path: { type: 'string' }, line: { type: 'integer' } }, required: ['path'] };
    const schema = { type: 'object', properties: { files: { type: 'array', items: item } }, required: ['files'] };
    expect(argumentsFor(schema, 'Read the file /tmp/a-1b.txt')).toEqual({ files: [{ path: '/tmp/a-1b.txt' }] });
  });

  test('fills every required property for any question', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'integer' }, c: { enum: ['x', 'y'] } },
      required: ['a', 'b', 'c'],
    };
    fc.assert(
      fc.property(fc.string(), (question) => {
        expect(Object.keys(argumentsFor(schema, question))).toHaveLength(3);
      }),
    );
  });

  test('accepts an invalid parameter schema', () => {
    const odd = { type: 'function', function: { name: 'get_weather', parameters: { type: 7, properties: 'no' } } };
    const request = chatRequestSchema.parse({ model: 'm', messages: [{ role: 'user', content: 'x' }], tools: [odd] });
    expect(request.tools?.[0]?.function.parameters).toBeNull();
  });

  test('finds entities by quotes, capitals or position, except the sentence’s first word', () => {
    expect(extractEntities('Where is "New York"?')).toEqual(['New York']);
    expect(extractEntities('Weather in San Francisco, today?')).toEqual(['San Francisco']);
    expect(extractEntities('what is the weather in paris?')).toEqual(['paris']);
    expect(extractEntities('Hello. There it is.')).toEqual([]);
  });
});

test('calls the one named tool of the dozens that a code assistant offers, with the path or command of the question', () => {
  const tool = (name: string, ...required: readonly string[]) => ({
    type: 'function',
    function: {
      name,
      description: 'Reads, writes, edits or runs a file, a command or the question of the user',
      parameters: { type: 'object', properties: Object.fromEntries(required.map((each) => [each, { type: 'string' }])), required },
    },
  });
  const tools = [
    ...['Agent', 'Edit', 'Glob', 'Grep', 'Task', 'Todo', 'Skill', 'Write'].map((name) => tool(name, 'prompt')),
    tool('Read', 'file_path'),
    tool('exec_command', 'cmd'),
  ];
  expect(calls('Read the file /tmp/notes.txt.', tools)).toEqual([['Read', { file_path: '/tmp/notes.txt' }]]);
  expect(calls('Run the command `cat notes.txt`', tools)).toEqual([['exec_command', { cmd: 'cat notes.txt' }]]);
  expect(calls('What is 6 * 7?', tools)).toEqual([]);
});
