import { describe, expect } from 'vitest';
import type { Model } from '../../../electron/contract/catalog.ts';
import type { Outcome } from '../../../electron/core/llm-client/llm-client.ts';
import { ask, chatBody, chunksOf } from '../demo/demo-fixture.ts';
import { rule, streamed, type At } from './conform.ts';
import { callsOf, kindsOf, lastBody, textOf } from './rig.ts';
import { ofTwoCities, thinkingOnA, toolsOnB, weather } from './tools.ts';

const styles = ['field', 'older-field', 'inline', 'unopened'] as const;
type Style = (typeof styles)[number];
const steady = { temperature: 0 } as const;

/** The forms of reasoning, for both modes. */
function useStyle({ demo }: At, style: Style): void {
  demo.setBehaviour({ reasoning: { proxy: style, direct: style } });
}

/** Requests both engines, with reasoning in each of the styles. */
async function inStyles(at: At, told: readonly Style[], prove: (model: Model) => Promise<void>): Promise<void> {
  for (const style of told) {
    useStyle(at, style);
    for (const model of [at.alpha, at.gamma]) await prove(model);
  }
}

/** Asserts one reasoning part, then one answer, without tags in either. */
function expectThoughtThen(outcome: Outcome, answer: string): void {
  expect(outcome.failure).toBeNull();
  expect(kindsOf(outcome)).toEqual(['reasoning', 'text']);
  expect(textOf(outcome)).toBe(answer);
  expect(textOf(outcome, 'reasoning')).toMatch(/^The user asks: /);
  expect(textOf(outcome, 'reasoning')).not.toContain('think>');
}

describe('5 · Reasoning text in each dialect', () => {
  const names = {
    field: 'in delta.reasoning by vLLM, in delta.reasoning_content by SGLang',
    'older-field': 'in reasoning_content by an older vLLM too',
    inline: 'inline between <think> and </think>',
    unopened: 'inline with only its end marked (case 1 below)',
  };
  for (const style of styles)
    rule(names[style], (at) => inStyles(at, [style], async (model) => expectThoughtThen(await at.chat({ model }), 'hello')));
  rule('gives the same reasoning in every form', async (at) => {
    const thoughts = new Map<string, Set<string>>();
    await inStyles(at, styles, async (model) => {
      const thought = textOf(await at.chat({ model, parameters: steady }), 'reasoning').trimEnd();
      thoughts.set(model.id, (thoughts.get(model.id) ?? new Set()).add(thought));
    });
    expect([...thoughts.values()].map((told) => told.size)).toEqual([1, 1]);
  });
});

describe('5 · Reasoning cases that have broken other clients', () => {
  rule('2 never closed, by max_tokens', (at) =>
    inStyles(at, ['inline', 'field'], async (model) => {
      const outcome = await at.chat({ model, parameters: { maxTokens: 9 } });
      expect([kindsOf(outcome), outcome.answer.finish, outcome.failure]).toEqual([['reasoning'], 'length', null]);
      expect(textOf(outcome, 'reasoning')).toMatch(/^The user asks: /);
    }),
  );
  rule('2 never closed, by stop', (at) =>
    inStyles(at, ['inline', 'field'], async (model) => {
      const outcome = await at.chat({ model, parameters: { stop: [', so I should'] } });
      expect([kindsOf(outcome), outcome.answer.finish, outcome.failure]).toEqual([['reasoning'], 'stop', null]);
      expect(textOf(outcome, 'reasoning')).toBe('The user asks: “Say hello”');
    }),
  );
  rule('3 a tag split over chunks', streamed, (at) =>
    inStyles(at, ['inline', 'unopened'], async (model) => {
      const body = chatBody(model.id, 'Say hello', { stream: true });
      const chunks = chunksOf(await ask(at.demo, '/api/chat/completions', { token: at.demo.token, body }));
      const contents = chunks.map((chunk) => chunk.choices?.[0]?.delta?.content ?? '');
      expect([contents.join('').includes('</think>'), contents.some((content) => content.includes('think>'))]).toEqual([true, false]);
      expectThoughtThen(await at.chat({ model }), 'hello');
    }),
  );
  rule('4 empty <think></think>', (at) =>
    inStyles(at, ['inline', 'field'], async (model) => {
      at.demo.fault({ kind: 'odd-reasoning', shape: 'empty', count: 'once' });
      const outcome = await at.chat({ model });
      expect([kindsOf(outcome), textOf(outcome)]).toEqual([['text'], 'hello']);
    }),
  );
  for (const [name, told, shape] of [
    ['4 empty <think></think> after a full one', styles, 'empty-after'],
    ['5 a second or stray </think>', styles, 'stray-close'],
    ['7 content: "" between reasoning deltas', ['field', 'older-field', 'inline'], 'empty-content'],
    ['8 one delta with both reasoning and content', ['field', 'older-field', 'inline'], 'mixed'],
  ] as const) {
    rule(name, (at) =>
      inStyles(at, told, async (model) => {
        at.demo.fault({ kind: 'odd-reasoning', shape, count: 'once' });
        expectThoughtThen(await at.chat({ model }), 'hello');
      }),
    );
  }
  for (const [place, said] of [
    ['prose', 'Write <think> first.'],
    ['code', 'Use `<think>` and `</think>`:\n```\nx = "<think>"\n```\nDone.'],
  ] as const) {
    rule(`6 literal tags in the answer’s ${place}`, (at) =>
      inStyles(at, ['field', 'inline'], async (model) => {
        const outcome = await at.chat({ model, question: `Say ${said}` });
        expect([kindsOf(outcome), textOf(outcome)]).toEqual([['reasoning', 'text'], said]);
      }),
    );
  }
  rule('6 literal tags of a model without reasoning stay text', async ({ chat }) => {
    const said = '<think>so</think> it says';
    const outcome = await chat({ question: `Say ${said}` });
    expect([kindsOf(outcome), textOf(outcome)]).toEqual([['text'], said]);
  });
  rule('9 the same model switching between field and inline tag', async (at) => {
    for (const style of ['inline', 'field', 'inline', 'older-field', 'unopened'] as const) {
      useStyle(at, style);
      expectThoughtThen(await at.chat({ model: at.alpha }), 'hello');
    }
  });
  rule('10 several blocks between tool calls', async (at) => {
    for (const model of [at.rig.serve(toolsOnB), at.rig.serve(thinkingOnA)]) {
      for (const style of ['field', 'inline'] as const) {
        useStyle(at, style);
        at.demo.fault({ kind: 'odd-reasoning', shape: 'between-calls', count: 'once' });
        const outcome = await at.chat({ model, question: ofTwoCities, tools: [weather] });
        expect(callsOf(outcome)).toEqual(['get_weather({"city":"Paris"}) valid', 'get_weather({"city":"Rome"}) valid']);
        expect(textOf(outcome, 'reasoning')).toMatch(/^The user asks: [^]*And one call more\.\s*$/);
        expect(textOf(outcome)).toBe('');
        // An unstreamed answer has the calls apart from the text, so only a stream shows what was between them.
        if (at.isStreamed) expect(kindsOf(outcome)).toEqual(['reasoning', 'tool-call', 'reasoning', 'tool-call']);
      }
    }
  });
  rule('11 reasoning only, no answer', (at) =>
    inStyles(at, styles, async (model) => {
      at.demo.fault({ kind: 'odd-reasoning', shape: 'only', count: 'once' });
      const outcome = await at.chat({ model });
      expect([kindsOf(outcome), outcome.answer.finish, outcome.failure]).toEqual([['reasoning'], 'stop', null]);
    }),
  );
  rule('12 a reasoning-only message sent back as history: sends the answer, not the reasoning', async (at) => {
    at.demo.fault({ kind: 'odd-reasoning', shape: 'only', count: 'once' });
    const { answer } = await at.chat({ model: at.alpha });
    const messages = [
      { role: 'user', text: 'Say hello' },
      { role: 'assistant', parts: answer.parts },
      { role: 'user', text: 'Say it again' },
    ] as const;
    expect((await at.chat({ model: at.alpha, messages })).failure).toBeNull();
    expect(lastBody(at.demo)['messages']).toEqual([
      { role: 'user', content: 'Say hello' },
      { role: 'assistant', content: '' },
      { role: 'user', content: 'Say it again' },
    ]);
  });
});
