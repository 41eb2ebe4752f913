import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chatRequestSchema } from '../../../electron/core/demo/engines/requests.ts';
import { argumentsFor, extractEntities } from '../../../electron/core/demo/engines/tool-calls.ts';
import type { AssembledAnswer } from '../../../electron/core/demo/dialects/assemble-answer.ts';
import { answered, generated } from './engine-fixture.ts';

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

describe('which tool is called', () => {
  test('the one that fits the question, with arguments from it', () => {
    expect(calls('What is the weather in Paris in celsius?', [weather, calculator])).toEqual([
      ['get_weather', { city: 'Paris', unit: 'celsius' }],
    ]);
    expect(calls('What is 3 * 7?', [weather, calculator])).toEqual([['calculate', { expression: '3 * 7' }]]);
  });

  test('none where none fits: an offered tool is no order to use it', () => {
    expect(calls('What is Causeway?', [weather, time])).toEqual([]);
  });

  test('several where several fit', () => {
    expect(calls('Tell me the weather and the time in Paris', [weather, time]).map(([name]) => name)).toEqual(['get_weather', 'get_time']);
  });

  test('one call for each thing named where the tool takes one', () => {
    expect(calls('Compare the weather in Paris and Rome', [weather])).toEqual([
      ['get_weather', { city: 'Paris' }],
      ['get_weather', { city: 'Rome' }],
    ]);
  });

  test('tool_choice: none forbids, required insists, a name decides and ends with `stop`', () => {
    expect(calls('What is the weather in Paris?', [weather], { tool_choice: 'none' })).toEqual([]);
    expect(calls('What is Causeway?', [weather], { tool_choice: 'required' })).toHaveLength(1);
    const named = { tools: [weather, time], tool_choice: { type: 'function', function: { name: 'get_time' } } };
    expect(generated('beta-4-scout', 'What is the weather in Paris?', named).finish).toBe('stop');
    expect(generated('beta-4-scout', 'What is the weather in Paris?', { tools: [weather] }).finish).toBe('tool_calls');
  });

  test('a call cut by max_tokens has arguments that are no JSON, as on the real engines', () => {
    const { calls: cut } = answered('beta-4-scout', 'What is the weather in Paris?', { tools: [weather], max_tokens: 3 });
    expect(() => JSON.parse(cut[0]?.arguments ?? '{}') as unknown).toThrow(SyntaxError);
  });
});

describe('arguments by schema', () => {
  test('numbers, lists, booleans and nested objects are filled by their type', () => {
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

  test('every required property is there, whatever the question', () => {
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

  test('a parameter schema that makes no sense does not break the request', () => {
    const odd = { type: 'function', function: { name: 'get_weather', parameters: { type: 7, properties: 'no' } } };
    const request = chatRequestSchema.parse({ model: 'm', messages: [{ role: 'user', content: 'x' }], tools: [odd] });
    expect(request.tools?.[0]?.function.parameters).toBeNull();
  });

  test('names are found by quotes, capitals or their place, and the capital of a sentence is none', () => {
    expect(extractEntities('Where is "New York"?')).toEqual(['New York']);
    expect(extractEntities('Weather in San Francisco, today?')).toEqual(['San Francisco']);
    expect(extractEntities('what is the weather in paris?')).toEqual(['paris']);
    expect(extractEntities('Hello. There it is.')).toEqual([]);
  });
});

describe('answers from tool results', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } };
  const after = (result: string): AssembledAnswer =>
    answered(
      'beta-4-scout',
      [
        { role: 'user', content: 'What is the weather in Paris?' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: result },
      ],
      { tools: [weather] },
    );

  test('a JSON result becomes a table beside the call it answers', () => {
    expect(after('{"sky":"clear","celsius":21}').content).toContain(
      '**get_weather** (city: Paris) says:\n\n| what | value |\n|---|---|\n| sky | clear |\n| celsius | 21 |',
    );
  });

  test('plain text is quoted, an error is told as one, nothing is told as nothing', () => {
    expect(after('sunny').content).toContain('says: sunny');
    expect(after('{"error":"no such city"}').content).toContain('failed: no such city');
    expect(after('').content).toContain('returned nothing');
  });

  test('the tool is not called again for the same question: that would be an endless loop', () => {
    expect(after('sunny').calls).toEqual([]);
  });
});
