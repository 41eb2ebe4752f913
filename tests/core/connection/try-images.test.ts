import { expect, test } from 'vitest';
import { failure } from '../../../electron/contract/failures/fail.ts';
import type { Answer } from '../../../electron/contract/answer.ts';
import type { Message } from '../../../electron/contract/conversation.ts';
import { tryImages } from '../../../electron/core/connection/try-images.ts';
import { describeImage, readSentImage } from '../../../electron/core/demo/engines/describe-image.ts';
import type { LlmClient, Outcome } from '../../../electron/core/llm-client/llm-client.ts';
import { must } from '../../support/must.ts';
import { beta } from '../llm-client/models.ts';

const timings = { firstTokenMs: null, totalMs: 0, tokensPerSecond: null, rateFrom: null };

/** Tries a model that answers the picture, whose colors are named as the demo sees them. */
async function tried(respond: (colors: readonly string[]) => string | Outcome['failure'], finish: Answer['finish'] = 'stop') {
  const chat: LlmClient['chat'] = async ({ messages }) => {
    const [message] = messages as readonly Extract<Message, { role: 'user' }>[];
    const image = readSentImage(message?.images?.[0] ?? '');
    const colors = image ? [...describeImage(image).matchAll(/\*\*(\w+)\*\*/g)].map(([, color]) => color ?? '') : [];
    const said = respond(colors);
    const parts = [{ kind: 'text', text: typeof said === 'string' ? said : '' }] as const;
    const answer = { parts, finish, usage: null, metrics: null, logprobs: null, timings, notes: [] } as const;
    return { answer, failure: typeof said === 'string' ? null : said };
  };
  // trying calls nothing else
  const service = { client: { chat } as LlmClient, mode: 'direct', models: [beta] } as const;
  return must(await tryImages(service, beta.id, new AbortController().signal));
}

test('decides by an answer that names the two colors in their order', async () => {
  expect(await tried(([left, right]) => `Left: ${left?.toUpperCase()}, right: ${right}.`)).toBe(true);
  expect(await tried(([left, right]) => `${right} ${left}`)).toBe(false);
  expect(await tried(([left]) => `Both halves are ${left}.`)).toBe(false);
  expect(await tried(() => 'I’m a text-based assistant and can’t see pictures.')).toBe(false);
});

test('decides nothing by an answer that was cut off, or that names more colors', async () => {
  expect(await tried(() => 'The picture shows', 'length')).toBeNull();
  expect(await tried(([left, right]) => `${left} and ${right}`, 'length')).toBe(true);
  expect(await tried(() => 'red green blue yellow black white'), 'a guess').toBeNull();
});

test('decides by a refusal of the request, and by no other failure', async () => {
  expect(await tried(() => failure('images-not-taken', { model: null, said: '' }))).toBe(false);
  expect(await tried(() => failure('request-rejected', { status: 400, said: 'content must be a string' }))).toBe(false);
  for (const silent of [
    failure('rate-limited', { said: '', waitSeconds: null }),
    failure('service-failed', { status: 500, said: '', waitSeconds: null }),
    failure('token-missing'),
    failure('answer-ended-early', { host: 'lab.example' }),
  ])
    expect(await tried(() => silent), silent.reason).toBeNull();
  expect(await tried(() => ' '), 'an answer of reasoning only').toBeNull();
});
