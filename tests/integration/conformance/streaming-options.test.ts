import { describe, expect } from 'vitest';
import { direct, rule, streamed, type At } from './conform.ts';
import { textOf } from './rig.ts';
import { noteTexts } from '../../../electron/core/llm-client/text.ts';

/** Returns the streaming fields of each request. */
function streamFields({ demo }: At): readonly string[] {
  return demo.requests().map(({ body }) =>
    Object.keys(body as object)
      .filter((field) => field.startsWith('stream'))
      .join('+'),
  );
}

describe('3 · Servers that reject streaming options', () => {
  rule('accepts one plain JSON object for stream: true', streamed, async ({ chat, alpha, beta, demo }) => {
    demo.fault('plain-json');
    for (const model of [alpha, beta]) {
      const outcome = await chat({ model });
      expect(outcome).toMatchObject({ failure: null, answer: { finish: 'stop', usage: { promptTokens: 6 } } });
      expect(textOf(outcome)).toBe('hello');
    }
    expect(demo.requests()).toHaveLength(2);
  });
  rule('accepts one plain JSON object for a streamed text completion', { ...direct, ...streamed }, async ({ complete, demo }) => {
    demo.fault('plain-json');
    const outcome = await complete({ question: '2, 4, 6,', parameters: { maxTokens: 2 } });
    expect([textOf(outcome), outcome.failure]).toEqual([' 8,', null]);
  });
  rule('retries once without stream_options if they are rejected, and remembers it', streamed, async (at) => {
    at.demo.fault('refuse-stream-options');
    for (const _ of [1, 2]) {
      const outcome = await at.chat();
      expect(outcome).toMatchObject({ failure: null, answer: { finish: 'stop', usage: null, notes: [] } });
      expect(textOf(outcome)).toBe('hello');
    }
    expect(streamFields(at)).toEqual(['stream+stream_options', 'stream', 'stream']);
  });
  rule('retries without stream if it is rejected, with a note, and remembers it', streamed, async (at) => {
    at.demo.fault('refuse-stream');
    for (const _ of [1, 2]) {
      const outcome = await at.chat();
      expect(outcome).toMatchObject({ failure: null, answer: { notes: [noteTexts.notStreamed] } });
      expect(textOf(outcome)).toBe('hello');
    }
    expect(streamFields(at)).toEqual(['stream+stream_options', '', '']);
  });
  rule('remembers rejected options for their own mode only', streamed, async (at) => {
    at.demo.fault({ kind: 'refuse-stream', mode: at.mode });
    await at.chat();
    const other = at.mode === 'proxy' ? 'direct' : 'proxy';
    expect((await at.rig.chat({}, { mode: other, isStreamed: true })).answer.notes).toEqual([]);
    expect(streamFields(at)).toEqual(['stream+stream_options', '', 'stream+stream_options']);
  });
  rule('retries a text completion, too', { ...direct, ...streamed }, async (at) => {
    at.demo.fault({ kind: 'refuse-stream-options', endpoint: 'completion' });
    const outcome = await at.complete({ question: '2, 4, 6,', parameters: { maxTokens: 2 } });
    expect([textOf(outcome), outcome.failure]).toEqual([' 8,', null]);
    expect(streamFields(at)).toEqual(['stream+stream_options', 'stream']);
  });
  rule('doesn’t retry after any other rejection', streamed, async ({ chat, demo }) => {
    expect((await chat({ parameters: { extra: { max_tokens: 'many' } } })).failure).toMatchObject({ code: 'request-rejected' });
    expect(demo.requests()).toHaveLength(1);
  });
});
