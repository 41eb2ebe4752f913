import { expect, test } from 'vitest';
import type { Demo } from '../../support/demo/demo.ts';
import { ask, chatBody, eventsOf, jsonOf, testDemo, type Answer } from './demo-fixture.ts';

interface Logprobs {
  readonly tokens: readonly string[];
  readonly token_logprobs: readonly (number | null)[];
  readonly top_logprobs: readonly (Readonly<Record<string, number>> | null)[];
  readonly text_offset: readonly number[];
}

interface Completion {
  readonly choices: readonly {
    readonly text: string;
    readonly logprobs: Logprobs;
    readonly prompt_logprobs?:
      | readonly (Readonly<Record<string, { readonly decoded_token: string; readonly rank: number }>> | null)[]
      | null;
  }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

const engines = { vllm: ['beta-4-scout', 'beta-4-scout'], sglang: ['engine-b', 'alpha-R1'] } as const;

async function insideDemo(): Promise<Demo> {
  const demo = await testDemo();
  demo.setBehaviour({ isInsideNetwork: true });
  return demo;
}

function completionOf(demo: Demo, engine: 'vllm' | 'sglang', more: object): Promise<Answer> {
  const [segment, model] = engines[engine];
  return ask(demo, `/${segment}/v1/completions`, { body: { model, prompt: 'The water rose', max_tokens: 3, temperature: 0, ...more } });
}

async function complete(
  demo: Demo,
  engine: 'vllm' | 'sglang',
  more: object,
): Promise<Completion['choices'][number] & Pick<Completion, 'usage'>> {
  const { choices, usage } = jsonOf(await completionOf(demo, engine, more)) as Completion;
  const [choice] = choices;
  if (!choice) throw new Error('there is no choice');
  return { ...choice, usage };
}

test('vLLM lists the chosen token first and perhaps one more, SGLang the most likely ones only', async () => {
  const demo = await insideDemo();
  for (const count of [1, 2, 5]) {
    const a = (await complete(demo, 'vllm', { prompt: '2, 4, 6,', logprobs: count })).logprobs;
    const b = (await complete(demo, 'sglang', { prompt: '2, 4, 6,', logprobs: count })).logprobs;
    for (const [at, listed] of a.top_logprobs.entries()) {
      expect(Object.keys(listed ?? {})[0]).toBe(a.tokens[at]);
      expect([count, count + 1]).toContain(Object.keys(listed ?? {}).length);
    }
    expect(b.top_logprobs.map((listed) => Object.keys(listed ?? {}).length)).toEqual(b.tokens.map(() => count));
    expect(Object.keys(b.top_logprobs[0] ?? {})).not.toContain(b.tokens[0]);
  }
});

test('without alternatives, vLLM lists the chosen token, and SGLang sends an empty list', async () => {
  const demo = await insideDemo();
  const a = (await complete(demo, 'vllm', { logprobs: 0 })).logprobs;
  expect(a.top_logprobs.map((listed) => Object.keys(listed ?? {}))).toEqual(a.tokens.map((token) => [token]));
  expect((await complete(demo, 'sglang', { logprobs: 0 })).logprobs.top_logprobs).toEqual([]);
});

test('repeats the prompt with log probabilities, the first of which is null', async () => {
  const demo = await insideDemo();
  const a = await complete(demo, 'vllm', { echo: true, logprobs: 1, max_tokens: 0 });
  expect([a.text, a.logprobs.tokens.join('')]).toEqual(['The water rose', 'The water rose']);
  expect([a.logprobs.token_logprobs[0], a.logprobs.top_logprobs[0]]).toEqual([null, null]);
  expect(a.logprobs.text_offset).toEqual([0, 3, 9]);
  expect(a.usage.prompt_tokens).toBe(3);
  const b = await complete(demo, 'sglang', { echo: true, logprobs: 1, max_tokens: 1 });
  expect(b.logprobs.tokens).toHaveLength(4);
  expect(b.logprobs.token_logprobs[0]).toBeNull();
  expect(b.logprobs.text_offset).toEqual([-1, -1, -1, -1]);
  expect(b.logprobs.token_logprobs.slice(1, 3)).toEqual(a.logprobs.token_logprobs.slice(1)); // one distribution
});

test('vLLM sends prompt_logprobs by token number, the real token first', async () => {
  const demo = await insideDemo();
  const answer = await completionOf(demo, 'vllm', { prompt: 'The xyz rose', prompt_logprobs: 2 });
  const [first, second] = (jsonOf(answer) as Completion).choices[0]?.prompt_logprobs ?? [];
  expect(first).toBeNull();
  expect(Object.values(second ?? {}).map(({ decoded_token }) => decoded_token)).toContain(' xyz');
  expect(answer.text).toMatch(/"prompt_logprobs":\[null,\{"\d+":\{"logprob":[-\d.]+,"rank":3,"decoded_token":" xyz"\}/);
});

test.each([
  ['vllm', { logprobs: 21 }, 400, 'Requested sample logprobs of 21, which is greater than max allowed: 20 (parameter=logprobs, value=21)'],
  ['vllm', { prompt_logprobs: 21 }, 400, 'Requested prompt logprobs of 21, which is greater than max allowed: 20'],
  ['vllm', { max_tokens: 0 }, 400, 'max_tokens must be at least 1'],
  ['vllm', { suffix: 'x' }, 400, 'suffix is not currently supported'],
  ['vllm', { n: 2 }, 400, 'n must be 1 when using greedy sampling'],
  ['vllm', { prompt_logprobs: 1, stream: true }, 400, '`prompt_logprobs` are not available when `stream=True`'],
  ['sglang', { max_tokens: 0 }, 400, 'max_tokens must be positive'],
  ['sglang', { echo: true, logprobs: 0 }, 500, 'EngineCore encountered an issue'],
] as const)('engine %s rejects %j', async (engine, more, status, message) => {
  const demo = await insideDemo();
  const answer = await completionOf(demo, engine, more);
  expect(answer.status).toBe(status);
  const body = jsonOf(answer) as { readonly message?: string; readonly error?: { readonly message: string } };
  expect(engine === 'vllm' ? body.error?.message : body.message).toContain(message);
});

test.each([
  ['sglang', { logprobs: 100 }],
  ['sglang', { n: 2 }],
  ['sglang', { prompt_logprobs: 5 }],
  ['sglang', { suffix: 'x' }],
] as const)('engine %s takes or ignores %j', async (engine, more) => {
  const demo = await insideDemo();
  expect((await completionOf(demo, engine, more)).status).toBe(200);
});

test('vLLM sends the error of a stream within it', async () => {
  const demo = await insideDemo();
  const answer = await completionOf(demo, 'vllm', { logprobs: 21, stream: true });
  expect(answer.status).toBe(200);
  expect(eventsOf(answer)).toEqual([expect.stringContaining('which is greater than max allowed: 20'), '[DONE]']);
});

test('in a chat, vLLM drops an alternative for the chosen token, and top_logprobs alone is an error there only', async () => {
  const demo = await insideDemo();
  const chat = (engine: 'vllm' | 'sglang', more: object): Promise<Answer> =>
    ask(demo, `/${engines[engine][0]}/v1/chat/completions`, { body: chatBody(engines[engine][1], 'Say hello', more) });
  const listed = async (engine: 'vllm' | 'sglang'): Promise<readonly string[]> => {
    const { choices } = jsonOf(await chat(engine, { logprobs: true, top_logprobs: 3 })) as {
      readonly choices: readonly {
        readonly logprobs: { readonly content: readonly { token: string; top_logprobs: { token: string }[] }[] };
      }[];
    };
    const hello = choices[0]?.logprobs.content.find(({ token }) => token === 'hello');
    return (hello?.top_logprobs ?? []).map(({ token }) => token);
  };
  expect(await listed('vllm')).toEqual(['hello', expect.any(String), expect.any(String)]);
  expect(await listed('sglang')).toHaveLength(3);
  expect(await listed('sglang')).not.toContain('hello');
  expect((await chat('vllm', { top_logprobs: 2 })).status).toBe(400);
  expect((await chat('sglang', { top_logprobs: 2 })).status).toBe(200);
});

test('tokens that look the same collapse where their texts are names', async () => {
  const demo = await insideDemo();
  const a = (await complete(demo, 'vllm', { prompt: 'Boats: 🚢', echo: true, logprobs: 20, max_tokens: 0 })).logprobs;
  const b = (await complete(demo, 'sglang', { prompt: 'Boats: 🚢', echo: true, logprobs: 20, max_tokens: 1 })).logprobs;
  expect(a.tokens.slice(-2)).toEqual(['', '🚢']);
  expect(b.tokens.slice(-3, -1)).toEqual(['\uFFFD', '\uFFFD']);
  const before = a.tokens.length - 2;
  expect(Object.keys(a.top_logprobs[before] ?? {}).length).toBeLessThan(20);
  expect(Object.keys(b.top_logprobs[before] ?? {}).length).toBeLessThan(20);
});

test('tokenizes and detokenizes, each engine in its own form', async () => {
  const demo = await insideDemo();
  for (const [segment, model] of Object.values(engines)) {
    const { tokens, count } = jsonOf(await ask(demo, `/${segment}/tokenize`, { body: { model, prompt: 'The 🚢 rose' } })) as {
      readonly tokens: readonly number[];
      readonly count: number;
    };
    expect(count).toBe(tokens.length);
    const back = jsonOf(await ask(demo, `/${segment}/detokenize`, { body: { model, tokens } }));
    expect(back).toEqual(segment === 'engine-b' ? { text: 'The 🚢 rose' } : { prompt: 'The 🚢 rose' });
  }
  expect((await ask(demo, '/engine-b/tokenize', { body: { model: 'alpha-R1', messages: [{ role: 'user', content: 'x' }] } })).status).toBe(
    400,
  );
  demo.setBehaviour({ isInsideNetwork: false });
  expect((await ask(demo, '/engine-b/tokenize', { body: { prompt: 'x' } })).status).toBe(401);
});
