import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { weather } from '../demo/openai-tools.ts';
import { everyModel, expectThroughTunnel, useClientFixture, scout, unproxied, type ClientFixture } from './client-fixture.ts';

const here = useClientFixture();
const run = promisify(execFile);

/** Runs curl without the user's own settings. */
async function curl(...flags: readonly string[]): Promise<string> {
  return (await run('curl', ['-q', '-sS', '--fail-with-body', ...flags], { env: unproxied(process.env) })).stdout;
}

function post(body: object): readonly string[] {
  return ['-H', 'Content-Type: application/json', '-d', JSON.stringify(body)];
}

/** Every route to the direct engines with curl. */
const routes: readonly (readonly [
  name: string,
  base: (fixture: ClientFixture) => string,
  words: (fixture: ClientFixture) => readonly string[],
])[] = [
  ['one address for every model', ({ base }) => base, () => []],
  ['the engine’s own path', ({ port }) => `http://localhost:${port}/${scout}/v1`, () => []],
  [
    'the unchanged direct address, with --proxy and TLS from end to end',
    ({ directBase }) => directBase(scout),
    ({ port, caFile }) => ['--cacert', caFile, '--proxy', `http://127.0.0.1:${port}`],
  ],
];

const question = { role: 'user', content: 'What is 6 * 7?' };

test.for(routes)('%s: lists models, chats, streams, calls tools and completes text', async ([, baseOf, flagsOf]) => {
  const fixture = here();
  const [base, flags] = [baseOf(fixture), flagsOf(fixture)];
  const models = JSON.parse(await curl(...flags, `${base}/models`)) as { readonly data: readonly { readonly id: string }[] };
  expect(everyModel).toEqual(expect.arrayContaining(models.data.map(({ id }) => id)));
  expect(models.data.map(({ id }) => id)).toContain(scout);

  const chat = `${base}/chat/completions`;
  const whole = await curl(...flags, chat, ...post({ model: scout, messages: [question] }));
  expect(JSON.parse(whole)).toMatchObject({ choices: [{ message: { content: expect.stringContaining('**42**') } }] });

  const streamed = await curl(...flags, '-N', chat, ...post({ model: scout, messages: [question], stream: true }));
  expect(streamed.startsWith('data: {')).toBe(true);
  expect(streamed.endsWith('data: [DONE]\n\n')).toBe(true);

  const asked = [{ role: 'user', content: 'What is the weather in Rome?' }];
  const called = JSON.parse(await curl(...flags, chat, ...post({ model: scout, messages: asked, tools: [weather] }))) as {
    readonly choices: readonly { readonly message: { readonly tool_calls: readonly { readonly id: string }[] } }[];
  };
  const message = called.choices[0]?.message;
  expect(message).toMatchObject({ tool_calls: [{ function: { name: 'get_weather', arguments: expect.stringContaining('Rome') } }] });
  const result = { role: 'tool', tool_call_id: message?.tool_calls[0]?.id, content: '{"celsius":21}' };
  const told = await curl(...flags, chat, ...post({ model: scout, messages: [...asked, message, result], tools: [weather] }));
  expect(told).toContain('| celsius | 21 |');

  const text = await curl(...flags, `${base}/completions`, ...post({ model: scout, prompt: '2, 4, 6,', max_tokens: 4 }));
  expect(JSON.parse(text)).toMatchObject({ choices: [{ text: ' 8, 10,' }] });
  expectThroughTunnel(fixture);
});

test('answers curl in HTTP/1.1 if it offers HTTP/2 with its first request', async () => {
  const { base } = here();
  const answer = await curl('--http2', `${base}/chat/completions`, ...post({ model: scout, messages: [question] }));
  expect(JSON.parse(answer)).toMatchObject({ model: scout });
});
