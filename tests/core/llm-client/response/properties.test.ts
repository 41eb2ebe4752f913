import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TagTrust } from '../../../../electron/core/llm-client/response/reasoning-scanner.ts';
import { chunk, feed, replay, slices, stream } from './feed.ts';

const runs = { numRuns: 400 };
const trusts = fc.constantFrom<TagTrust>('full', 'leading', 'off');
const cutPlaces = fc.array(fc.nat(6000), { maxLength: 60 });

/** Text made of the tokens that matter to a scanner. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('<think>', '</think>', '<', '</', 'think>', '\n', '\n\n', ' ', '```', '"', '`', '🦆', 'é'),
      fc.string({ maxLength: 8, unit: 'binary' }),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));

const call = fc.record(
  {
    index: fc.nat(2),
    id: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null }),
    function: fc.record({
      name: fc.option(fc.constantFrom('f', 'g'), { nil: null }),
      arguments: fc.constantFrom('', '{', '{"x":', '1}', '{}', '"'),
    }),
  },
  { requiredKeys: [] },
);

const delta = fc.oneof(
  { weight: 4, arbitrary: text.map((content) => ({ content })) },
  { weight: 2, arbitrary: text.map((reasoning) => ({ reasoning })) },
  fc.tuple(text, text).map(([content, reasoning_content]) => ({ content, reasoning_content })),
  fc.array(call, { minLength: 1, maxLength: 2 }).map((tool_calls) => ({ tool_calls })),
  fc.constant({}),
);

const chunks = fc
  .array(delta, { maxLength: 12 })
  .map((deltas) => deltas.map((each) => chunk(each)).concat([chunk({}, 'stop'), { choices: [], usage: { completion_tokens: 3 } }]));

test('gives the same parts for any valid stream cut at any byte boundaries', () =>
  fc.assert(
    fc.property(chunks, cutPlaces, trusts, fc.constantFrom('\n', '\r\n', '\r'), (given, at, trust, lineBreak) => {
      const bytes = Buffer.from(Buffer.from(stream(given)).toString().replaceAll('\n', lineBreak));
      const whole = feed([bytes], { trust });
      const cut = feed(slices(bytes, at), { trust });
      expect(cut.parts).toEqual(whole.parts);
      expect(cut.answer.finish).toBe(whole.answer.finish);
      expect(cut.answer.usage).toEqual(whole.answer.usage);
      expect(cut.end).toBe('done');
    }),
    runs,
  ));

test('gives the same parts for the same text in other deltas', () =>
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 5 }).map((pieces) => pieces.join('')),
      fc.array(fc.nat(80), { maxLength: 12 }),
      trusts,
      (content, at, trust) => {
        const positions = [...new Set(at.filter((position) => position < content.length))].sort((a, b) => a - b);
        const pieces = [0, ...positions].map((from, index) => content.slice(from, positions[index] ?? content.length));
        const whole = feed([stream([chunk({ content })])], { trust });
        expect(feed([stream(pieces.map((piece) => chunk({ content: piece })))], { trust }).parts).toEqual(whole.parts);
      },
    ),
    { numRuns: 2000 },
  ));

test('emits deltas that replay to the parts', () =>
  fc.assert(
    fc.property(chunks, trusts, (given, trust) => {
      const fed = feed([stream(given)], { trust });
      expect(replay(fed.deltas)).toEqual(fed.parts);
      expect(fed.parts.every((part) => part.kind === 'tool-call' || part.text !== '')).toBe(true);
    }),
    runs,
  ));

test('loses and moves no character of an answer without tags', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 40 }), (before, after) => {
      const content = `x${before}${after}`;
      fc.pre(!content.includes('</think>'));
      expect(feed([stream([chunk({ content: `x${before}` }), chunk({ content: after })])]).parts).toEqual([
        { kind: 'text', text: content },
      ]);
    }),
    runs,
  ));

test('never crashes or hangs on arbitrary bytes', () => {
  const limits = { eventLength: 300, bodyLength: 500 };
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 600 }),
    fc
      .array(
        fc.constantFrom(
          'data: ',
          '{',
          '}',
          '"choices":[',
          ']',
          '\n',
          '\r',
          '\n\n',
          ':',
          '[DONE]',
          '<',
          '\0',
          '\uFEFF',
          '{"error":1}',
          'null',
          '🦆',
        ),
        { maxLength: 60 },
      )
      .map((pieces) => Buffer.from(pieces.join(''))),
  );
  fc.assert(
    fc.property(fc.array(noise, { maxLength: 6 }), trusts, (pieces, trust) => {
      expect(feed(pieces, { trust, limits }).end).toBeTypeOf('string');
    }),
    { numRuns: 3000 },
  );
});

test('never crashes on arbitrary JSON instead of chunks', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.jsonValue(),
          fc.record({
            choices: fc.array(
              fc.record({ index: fc.jsonValue(), delta: fc.jsonValue(), logprobs: fc.jsonValue(), finish_reason: fc.jsonValue() }),
            ),
          }),
          fc.jsonValue().map((tool_calls) => chunk({ tool_calls })),
        ),
        { maxLength: 6 },
      ),
      (values) => {
        const fed = feed([stream(values)]);
        expect(replay(fed.deltas)).toEqual(fed.parts);
      },
    ),
    runs,
  ));

test("takes time linear in the answer's length, not quadratic", () => {
  const timeFor = (pieces: number, piece: string): number => {
    const bytes = stream(Array.from({ length: pieces }, () => chunk({ content: piece })));
    const before = process.threadCpuUsage(); // not elapsed time, because other processes use the processor too
    feed([bytes]);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  for (const piece of ['<think>', '</think>', '\n', ' ', '<', '"</think>', '```\n']) {
    timeFor(1000, piece);
    const short = Math.min(timeFor(1000, piece), timeFor(1000, piece)) + 5;
    // 16 times the length: quadratic work would take 256 times as long
    expect(Math.min(timeFor(16_000, piece), timeFor(16_000, piece)) / short, piece).toBeLessThan(80);
  }
});
