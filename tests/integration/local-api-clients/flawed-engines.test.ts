/** @module-tag long */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, onTestFinished, test } from 'vitest';
import { commonFlaws, flaws, type Flaw } from '../../support/demo/flaws.ts';
import { requestThat } from '../demo/demo-fixture.ts';
import { oss, scout, useClientFixture } from './client-fixture.ts';
import { talkByMessages, talkByResponses } from './conversations.ts';

const here = useClientFixture();
const origin = (): string => `http://127.0.0.1:${here().port}`;
const names = Object.keys(flaws) as readonly Flaw[];

/** Gives the engines flaws for this test. */
function withFlaws(...wanted: readonly Flaw[]): void {
  for (const name of wanted) onTestFinished(flaws[name](here().demo));
}

const lastRequest = (): number => here().demo.requests().at(-1)?.id ?? 0;

/** Returns the messages of each chat completion after a request. */
function messagesSince(before: number): readonly (readonly unknown[])[] {
  const accepted = here()
    .demo.requests()
    .filter(({ id, endpoint, status }) => id > before && endpoint === 'chat' && status === 200);
  return accepted.map(({ body }) => (body as { readonly messages: readonly unknown[] }).messages);
}

/** Asserts that each request begins with the one before, byte for byte. */
function expectPrefixes(requests: readonly (readonly unknown[])[]): void {
  const texts = requests.map((messages) => JSON.stringify(messages).slice(0, -1));
  for (const [at, text] of texts.slice(1).entries()) expect(text.startsWith(`${texts[at]},`), text).toBe(true);
}

describe.each([
  ['responses', talkByResponses],
  ['messages', talkByMessages],
] as const)('%s', (_, talk) => {
  test.each([
    ...names.map((name) => [name, [name]] as const),
    ['several flaws at once', [...commonFlaws, 'strict-requests', 'require-reasoning']] as const,
  ])('answers, calls tools and stops with %s', async (_name, wanted) => {
    withFlaws(...wanted);
    for (const model of [scout, oss]) {
      const before = lastRequest();
      const conversation = talk(origin(), model);
      expect((await conversation.say('What is 6 * 7?', 'whole')).text).toContain('**42**');
      const second = await conversation.say('What is 7 * 8?', 'streamed');
      expect(second.text).toContain('**56**');
      expect(second.reasoning !== '').toBe(model === oss);
      expect(second.reasoning + second.text).not.toContain('think>');
      const called = await conversation.say('Compare the weather in Paris and Rome', 'streamed');
      expect(called.calls).toEqual([
        { name: 'get_weather', input: { city: 'Paris' } },
        { name: 'get_weather', input: { city: 'Rome' } },
      ]);
      expect((await conversation.sendResults(['{"celsius":20}', '{"celsius":21}'])).text).toContain('| celsius | 21 |');
      const sent = messagesSince(before);
      expect(sent).toHaveLength(4);
      expectPrefixes(sent);
      await conversation.leave('Write 40000 words');
      await requestThat(here().demo, ({ id, outcome }) => id > before && outcome === 'aborted');
    }
  });

  test('answers a client that asks for more than the window has room for', async () => {
    withFlaws('short-context');
    const { text } = await talk(origin(), scout).say(`Say ${'one '.repeat(25_000)}`, 'streamed');
    expect(text).toMatch(/^one one /);
  });
});

test('says in each client’s own form that a conversation is longer than the window', async () => {
  withFlaws('short-context');
  const text = 'one '.repeat(60_000);
  const openai = new OpenAI({ baseURL: `${origin()}/v1`, apiKey: 'any', maxRetries: 0 });
  const anthropic = new Anthropic({ baseURL: origin(), apiKey: 'any', maxRetries: 0 });
  for (const stream of [false, true]) {
    await expect(openai.responses.create({ model: scout, input: text, stream })).rejects.toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
    });
    // Claude Code shortens its conversation after these words.
    const messages = [{ role: 'user' as const, content: text }];
    const asked = anthropic.messages.create({ model: scout, max_tokens: 32_000, stream, messages }, { timeout: 60_000 });
    await expect(asked).rejects.toMatchObject({
      status: 400,
      error: { error: { type: 'invalid_request_error', message: expect.stringMatching(/^prompt is too long: /) } },
    });
  }
});

test('has only what the service documents', async () => {
  withFlaws('documented-only');
  for (const path of ['responses', 'messages', 'tokenize']) {
    const asked = await fetch(`${origin()}/${scout}/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(asked.status).toBe(404);
  }
});
