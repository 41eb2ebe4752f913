import { describe, expect } from 'vitest';
import { impossibleLogprob } from '../../../electron/contract/constants.ts';
import { alignTokens } from '../../../electron/presentation/align-tokens.ts';
import { scoreTokens } from '../../../electron/presentation/perplexity.ts';
import type { Token } from '../../../electron/contract/tokens.ts';
import { demoCorpus, createLanguageModel } from '../../../electron/core/demo/engines/language-model.ts';
import { modelTokens } from '../../../electron/core/demo/engines/model-tokens.ts';
import { must } from '../../support/must.ts';
import { direct, proxy, rule, streamed } from './conform.ts';
import { lastBody, textOf, type Rig } from './rig.ts';

const never = new AbortController().signal;
const sentence = 'The water rose and fell twice a day, and the stones stayed where they were.';

/** The probability that the demo's language model gives to each token of a text but the first. */
function reference(text: string): readonly number[] {
  const model = createLanguageModel(demoCorpus());
  const tokens = modelTokens(text);
  return tokens.slice(1).map((token, at) => model.logprob([tokens[at - 1] ?? '', tokens[at] ?? ''], token));
}

function expectConsistent(tokens: readonly Token[]): void {
  expect(tokens.length).toBeGreaterThan(0);
  for (const { text, logprob, alternatives } of tokens) {
    if (logprob === null) continue;
    expect(alternatives).toContainEqual({ text, logprob });
    expect(alternatives.reduce((sum, each) => sum + Math.exp(each.logprob), 0)).toBeLessThanOrEqual(1 + 1e-9);
  }
}

const logprobsOf = (tokens: readonly Token[] | null): readonly (number | null)[] => (tokens ?? []).map(({ logprob }) => logprob);

const enginesOf = ({ alpha, beta }: Pick<Rig, 'alpha' | 'beta'>) => [alpha, beta];

describe('log probabilities of answers', () => {
  rule(
    'come with every token of a completion, the token itself among its alternatives, from one distribution',
    direct,
    async ({ complete, ...rig }) => {
      for (const model of enginesOf(rig)) {
        const asked = { model, question: 'The road', parameters: { logprobs: 5, maxTokens: 30, temperature: 0 } };
        const { answer, failure } = await complete(asked);
        expect(failure).toBeNull();
        expectConsistent(answer.logprobs ?? []);
        expect((await complete(asked)).answer.logprobs).toEqual(answer.logprobs);
        const text = textOf({ answer, failure });
        expect(alignTokens(answer.logprobs ?? [], text).every((range) => range !== null)).toBe(true);
      }
    },
  );
  rule('come with every token of a chat, reasoning marked as such', direct, async ({ chat, ...rig }) => {
    for (const model of [...enginesOf(rig), rig.gamma]) {
      const { answer, failure } = await chat({ model, question: 'Say hello', parameters: { logprobs: 4 } });
      expect(failure).toBeNull();
      expectConsistent(answer.logprobs ?? []);
      const written = (kind: Token['kind']): string =>
        (answer.logprobs ?? []).map((token) => (token.kind === kind ? token.text : '')).join('');
      expect(written('content')).toBe('hello<|end|>');
      expect(written('reasoning')).toBe(textOf({ answer, failure }, 'reasoning'));
    }
  });
  rule('mark reasoning that is written inline, too', direct, async ({ chat, demo, alpha }) => {
    demo.setBehaviour({ reasoning: { proxy: 'inline', direct: 'unopened' } });
    const outcome = await chat({ model: alpha, question: 'Say hello', parameters: { logprobs: 1 } });
    const reasoning = (outcome.answer.logprobs ?? []).filter(({ kind }) => kind === 'reasoning').map(({ text }) => text);
    expect(reasoning.join('').trim()).toBe(textOf(outcome, 'reasoning').trim());
  });
  rule(
    'mark a chosen token that the engine didn’t list (SGLang), and none where it always lists it (vLLM)',
    direct,
    async ({ complete, alpha, beta }) => {
      const unlisted = async (model: typeof alpha): Promise<number> => {
        const { answer } = await complete({ model, question: '2, 4, 6,', parameters: { logprobs: 1, maxTokens: 6 } });
        expectConsistent(answer.logprobs ?? []);
        return (answer.logprobs ?? []).filter(({ isUnlisted }) => isUnlisted).length;
      };
      expect(await unlisted(alpha)).toBeGreaterThan(0);
      expect(await unlisted(beta)).toBe(0);
    },
  );
  rule('need no alternatives', direct, async ({ complete, ...rig }) => {
    for (const model of enginesOf(rig)) {
      const { answer } = await complete({ model, parameters: { logprobs: 0, maxTokens: 3 } });
      for (const { text, logprob, alternatives } of answer.logprobs ?? []) expect(alternatives).toEqual([{ text, logprob }]);
      expect(answer.logprobs).toHaveLength(3);
    }
  });
  rule('depend on the temperature on SGLang, and not on vLLM', direct, async ({ complete, alpha, beta }) => {
    const figures = async (model: typeof alpha, temperature: number): Promise<readonly (number | null)[]> =>
      logprobsOf((await complete({ model, question: '2, 4, 6,', parameters: { logprobs: 2, maxTokens: 4, temperature } })).answer.logprobs);
    expect(await figures(beta, 0.5)).toEqual(await figures(beta, 1));
    expect(await figures(alpha, 0.5)).not.toEqual(await figures(alpha, 1));
  });
  rule('carry a probability of zero as one value, whatever number the engine sends', direct, async ({ complete, chat, demo, ...rig }) => {
    demo.fault({ kind: 'impossible-token' });
    for (const model of enginesOf(rig)) {
      const outcomes = [
        await complete({ model, parameters: { logprobs: 3, maxTokens: 3 } }),
        await chat({ model, parameters: { logprobs: 3, maxTokens: 3 } }),
      ];
      for (const { answer } of outcomes) {
        const lowest = (answer.logprobs ?? []).map(({ alternatives }) => Math.min(...alternatives.map(({ logprob }) => logprob)));
        expect(lowest).toContain(impossibleLogprob);
        expect(Math.min(...lowest)).toBe(impossibleLogprob);
      }
    }
  });
  rule('cover characters that are several tokens', direct, async ({ chat, ...rig }) => {
    for (const model of enginesOf(rig)) {
      const outcome = await chat({ model, question: 'Say 🚢 and ⛵🌊!', parameters: { logprobs: 3 } });
      const text = textOf(outcome);
      expect(text).toBe('🚢 and ⛵🌊!');
      const content = (outcome.answer.logprobs ?? []).filter(({ kind }) => kind === 'content');
      const covered = alignTokens(content, text).map((range) => range && text.slice(range.start, range.end));
      expect(covered.filter((each) => each !== null).join('')).toBe(text);
      expect(covered).toContain('🚢');
      expect(content.length).toBeGreaterThan(modelTokens('🚢 and ⛵🌊!').length - 1);
    }
  });
  rule('may come several to a chunk', { ...direct, ...streamed }, async ({ complete, chat, demo, ...rig }) => {
    demo.setBehaviour({ tokensPerChunk: 3 });
    for (const model of enginesOf(rig)) {
      const completion = await complete({ model, question: 'The road', parameters: { logprobs: 2, maxTokens: 12, temperature: 0 } });
      expect(completion.answer.logprobs).toHaveLength(12);
      const answered = await chat({ model, question: 'Say one two three four', parameters: { logprobs: 2 } });
      const content = (answered.answer.logprobs ?? []).filter(({ kind }) => kind === 'content').map(({ text }) => text);
      expect(content).toEqual(['one', ' two', ' three', ' four', '<|end|>']);
      // SGLang repeats the first token's alternatives, so that the others aren't among them
      for (const { text, logprob, alternatives } of answered.answer.logprobs ?? []) expect(alternatives).toContainEqual({ text, logprob });
    }
  });
  rule('keep the tokens of a stop sequence that isn’t part of the text', direct, async ({ complete, ...rig }) => {
    for (const model of enginesOf(rig)) {
      const outcome = await complete({ model, question: '2, 4, 6,', parameters: { logprobs: 1, stop: [' 12'], maxTokens: 50 } });
      expect(textOf(outcome)).toBe(' 8, 10,');
      const tokens = outcome.answer.logprobs ?? [];
      expect(tokens.at(-1)?.text).toBe(' 12');
      expect(alignTokens(tokens, textOf(outcome)).at(-1)).toBeNull();
    }
  });
  rule('are asked for again within the limit that the engine names, once', direct, async ({ complete, chat, demo, beta, alpha }) => {
    const first = await complete({ model: beta, parameters: { logprobs: 50, maxTokens: 2 } });
    expect(first.failure).toBeNull();
    expect(first.answer.notes).toEqual(['The engine lists at most 20 alternatives per token.']);
    expect(first.answer.logprobs?.[0]?.alternatives.length).toBeGreaterThanOrEqual(20);
    const before = demo.requests().length;
    expect((await chat({ model: beta, parameters: { logprobs: 50 } })).failure).toBeNull();
    expect(demo.requests().length - before).toBe(1);
    expect(lastBody(demo)).toMatchObject({ logprobs: true, top_logprobs: 20 });
    const unlimited = await complete({ model: alpha, parameters: { logprobs: 50, maxTokens: 2 } });
    expect(unlimited.answer.logprobs?.[0]?.alternatives.length).toBeGreaterThanOrEqual(50);
  });
  rule('aren’t asked for where the proxy doesn’t offer them, and a note says so', proxy, async ({ chat, demo }) => {
    const { answer, failure } = await chat({ parameters: { logprobs: 5 } });
    expect([failure, answer.logprobs]).toEqual([null, null]);
    expect(answer.notes).toEqual([expect.stringContaining('the proxy doesn’t offer log probabilities')]);
    expect(lastBody(demo)).not.toHaveProperty('logprobs');
  });
});

describe('continuations', () => {
  rule('come several at once, each by its own index, the same for the same seed', direct, async ({ client, isStreamed, mode, ...rig }) => {
    for (const model of enginesOf(rig)) {
      const several = async (): Promise<readonly string[]> => {
        const received = [0, 1, 2].map(() => ({ text: '', tokens: 0 }));
        const sinks = received.map((own) => ({
          onDelta: (delta: { readonly kind: string }) => {
            if ('text' in delta && typeof delta.text === 'string') own.text += delta.text;
            if ('part' in delta) own.text += (delta.part as { readonly text: string }).text;
          },
          onTokens: (tokens: readonly Token[]) => void (own.tokens += tokens.length),
        }));
        const [first, ...others] = sinks;
        if (!first) throw new Error('there are three');
        const request = { model, prompt: 'Once', parameters: { seed: 5, logprobs: 1, maxTokens: 25 } };
        const outcomes = await client.completeSeveral(request, { mode, isStreamed, signal: never }, [first, ...others]);
        expect(outcomes.map(({ failure }) => failure)).toEqual([null, null, null]);
        expect(outcomes.map(({ answer }) => answer.finish)).toEqual(['length', 'length', 'length']);
        expect(outcomes.map((outcome) => textOf(outcome))).toEqual(received.map(({ text }) => text));
        expect(outcomes.map(({ answer }) => answer.logprobs?.length)).toEqual(received.map(({ tokens }) => tokens));
        return outcomes.map((outcome) => textOf(outcome));
      };
      const texts = await several();
      expect(new Set(texts).size).toBeGreaterThan(1);
      expect(await several()).toEqual(texts);
    }
  });
  rule('are sent with all sampling parameters by their names', direct, async ({ complete, demo }) => {
    const parameters = {
      topK: 40,
      minP: 0.05,
      repetitionPenalty: 1.1,
      presencePenalty: 0.5,
      frequencyPenalty: -0.5,
      seed: 3,
      stop: ['x'],
      maxTokens: 4,
      logprobs: 2,
    };
    expect((await complete({ parameters })).failure).toBeNull();
    expect(lastBody(demo)).toMatchObject({
      top_k: 40,
      min_p: 0.05,
      repetition_penalty: 1.1,
      presence_penalty: 0.5,
      frequency_penalty: -0.5,
      seed: 3,
      stop: ['x'],
      max_tokens: 4,
      logprobs: 2,
    });
    expect(lastBody(demo)).not.toHaveProperty('n');
  });
  rule(
    'fill in the middle where the catalog knows the template, and say so where it doesn’t',
    direct,
    async ({ client, alpha, beta, mode, isStreamed, demo }) => {
      const fill = (model: typeof alpha) => {
        const request = { model, prompt: 'The road begins', suffix: ' lighthouse stands.', parameters: { maxTokens: 50 } };
        return client.complete(request, { mode, isStreamed, signal: never }, () => undefined);
      };
      const filled = await fill(beta);
      expect(textOf(filled)).toContain('to the lighthouse');
      expect(filled.answer.notes).toEqual([]);
      const continued = await fill(alpha);
      expect(lastBody(demo)['prompt']).toBe('The road begins');
      expect(continued.answer.notes).toEqual([expect.stringContaining('no fill-in-the-middle template for alpha-R1')]);
    },
  );
});

describe('scores of a text', () => {
  rule(
    'equal the demo’s own distribution to six digits, on both engines and by both ways of vLLM',
    { ...direct, ...streamed },
    async ({ client, demo, alpha, beta, gamma }) => {
      const expected = reference(sentence);
      const perplexity = Math.exp(-expected.reduce((sum, each) => sum + each, 0) / expected.length);
      const check = async (model: typeof alpha): Promise<void> => {
        const tokens = must(await client.score({ model, text: sentence, alternatives: 5 }, never));
        expect(tokens.map(({ text }) => text).join('')).toBe(sentence);
        expect(tokens.every(({ kind }) => kind === 'prompt')).toBe(true);
        expect(tokens[0]?.logprob).toBeNull();
        expectConsistent(tokens);
        for (const [index, logprob] of expected.entries()) expect(tokens[index + 1]?.logprob).toBeCloseTo(logprob, 6);
        const { scoredTokens, perplexity: scored } = scoreTokens(tokens);
        expect(scoredTokens).toBe(expected.length);
        expect(scored).toBeCloseTo(perplexity, 6);
      };
      for (const model of [alpha, beta, gamma]) await check(model);
      demo.fault({ kind: 'refuse-field', field: 'echo' });
      const scored = must(await client.score({ model: beta, text: sentence, alternatives: 5 }, never));
      expect(scoreTokens(scored).perplexity).toBeCloseTo(perplexity, 6);
      expect(scored.map(({ text }) => text).join('')).toBe(sentence);
      expect(lastBody(demo)).toMatchObject({ prompt_logprobs: 5 });
    },
  );
  rule('need no alternatives, and take as many as the engine lists', { ...direct, ...streamed }, async ({ client, alpha, beta }) => {
    for (const model of [alpha, beta]) {
      const without = must(await client.score({ model, text: sentence, alternatives: 0 }, never));
      expect(without.slice(1).every(({ alternatives }) => alternatives.length === 1)).toBe(true);
      const many = must(await client.score({ model, text: sentence, alternatives: 40 }, never));
      expect(many[1]?.alternatives.length).toBeGreaterThanOrEqual(20);
      expect(logprobsOf(many)).toEqual(logprobsOf(without));
    }
  });
  rule('cover characters that are several tokens', { ...direct, ...streamed }, async ({ client, alpha, beta }) => {
    const text = 'Boats: 🚢 ⛵ 🛶.';
    const expected = reference(text).reduce((sum, each) => sum + each, 0);
    for (const model of [alpha, beta]) {
      const tokens = must(await client.score({ model, text, alternatives: 10 }, never));
      expect(tokens).toHaveLength(modelTokens(text).length);
      expect(scoreTokens(tokens).logprob).toBeCloseTo(expected, 6);
      const ranges = alignTokens(tokens, text);
      expect(ranges.flatMap((range) => (range ? [text.slice(range.start, range.end)] : [])).join('')).toBe(text);
    }
  });
  rule(
    'aren’t offered by an engine that takes neither field, and the failure says so',
    { ...direct, ...streamed },
    async ({ client, demo, alpha, beta }) => {
      demo.fault({ kind: 'refuse-field', field: 'echo' });
      demo.fault({ kind: 'refuse-field', field: 'prompt_logprobs' });
      for (const model of [alpha, beta]) {
        expect(await client.score({ model, text: sentence, alternatives: 1 }, never)).toMatchObject({
          ok: false,
          failure: { code: 'unsupported', reason: 'scoring-not-offered' },
        });
      }
    },
  );
  rule(
    'tell what else is wrong: a text that is too long, or a network that isn’t permitted',
    { ...direct, ...streamed, with: { isOutside: true } },
    async ({ client, demo, beta }) => {
      expect(await client.score({ model: beta, text: sentence, alternatives: 1 }, never)).toMatchObject({
        failure: { code: 'network-not-permitted' },
      });
      demo.setBehaviour({ isInsideNetwork: true });
      const long = 'word '.repeat(140_000);
      expect(await client.score({ model: beta, text: long, alternatives: 1 }, never)).toMatchObject({
        failure: { code: 'context-length' },
      });
    },
  );
});

describe('the tokenizer', () => {
  rule('counts the tokens of a text, where the engine offers it', { ...direct, ...streamed }, async ({ client, demo, alpha, beta }) => {
    for (const model of [alpha, beta]) expect(await client.countTokens(model, sentence, never)).toBe(modelTokens(sentence).length);
    demo.setBehaviour({ tokenizer: 'below-v1' });
    expect(await client.countTokens(alpha, sentence, never)).toBe(modelTokens(sentence).length); // only SGLang has it there
    demo.setBehaviour({ tokenizer: 'nowhere' });
    for (const model of [alpha, beta]) expect(await client.countTokens(model, sentence, never)).toBeUndefined();
    const before = demo.requests().length;
    for (const model of [alpha, beta]) expect(await client.countTokens(model, sentence, never)).toBeUndefined();
    expect(demo.requests().length).toBe(before); // not asked again at each key
  });
  rule(
    'tells the text that a model reads, where the engine offers it',
    { ...direct, ...streamed },
    async ({ client, demo, alpha, beta }) => {
      const messages = [
        { role: 'system', text: 'Be brief.' },
        { role: 'user', text: 'Say 🚢' },
      ] as const;
      const open = '<|begin|><|system|>\nBe brief.<|end|>\n<|user|>\nSay 🚢<|end|>\n';
      expect(await client.templateText({ model: beta, messages }, true, never)).toEqual({ ok: true, value: `${open}<|assistant|>\n` });
      expect(await client.templateText({ model: beta, messages }, false, never)).toEqual({ ok: true, value: open });
      const notOffered = { ok: false, failure: { code: 'unsupported', reason: 'template-not-offered' } };
      expect(await client.templateText({ model: alpha, messages }, true, never)).toMatchObject(notOffered);
      demo.setBehaviour({ tokenizer: 'below-v1' });
      expect(await client.templateText({ model: beta, messages }, true, never)).toEqual({ ok: true, value: `${open}<|assistant|>\n` });
      expect(await client.templateText({ model: beta, messages }, false, never)).toEqual({ ok: true, value: open });
      demo.setBehaviour({ tokenizer: 'nowhere' });
      expect(await client.templateText({ model: beta, messages }, true, never)).toMatchObject(notOffered);
    },
  );
});
