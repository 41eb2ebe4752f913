import { describe, expect, test } from 'vitest';
import { ask, chatBody, chunksOf, eventsOf, jsonOf, testDemo } from './demo-fixture.ts';

const chat = '/api/chat/completions';

describe('token', () => {
  test('answers with a token, whatever the case of `bearer`', async () => {
    const demo = await testDemo();
    expect((await ask(demo, chat, { token: demo.token, body: chatBody('beta-4-scout') })).status).toBe(200);
    const capital = await ask(demo, chat, { headers: { authorization: `Bearer ${demo.token}` }, body: chatBody('beta-4-scout') });
    expect(capital.status).toBe(200);
  });

  test('returns 401 with a detail for a missing, wrong or revoked token', async () => {
    const demo = await testDemo();
    const revoked = demo.createToken();
    demo.revokeToken(revoked);
    const answers = await Promise.all(
      [undefined, 'sk-wrong', revoked].map((token) =>
        ask(demo, chat, { ...(token === undefined ? {} : { token }), body: chatBody('beta-4-scout') }),
      ),
    );
    expect(answers.map((answer) => [answer.status, jsonOf(answer)])).toEqual([
      [401, { detail: 'Not authenticated' }],
      [401, { detail: 'Invalid token' }],
      [401, { detail: 'Your session has expired or the token is invalid. Please sign in again.' }],
    ]);
  });

  test('completes a running answer after its token was revoked, and rejects the next request', async () => {
    const demo = await testDemo();
    demo.fault({ kind: 'stall', after: 3, ms: 1, count: 'once' });
    const running = ask(demo, chat, {
      token: demo.token,
      body: chatBody('beta-4-scout', 'Say hello', { stream: true }),
      onData: () => demo.revokeToken(demo.token),
    });
    expect((await running).text).toContain('[DONE]');
    expect((await ask(demo, chat, { token: demo.token, body: chatBody('beta-4-scout') })).status).toBe(401);
  });

  test('returns 403 while API keys are disabled', async () => {
    const demo = await testDemo();
    demo.allowTokens(false);
    const refused = await ask(demo, chat, { token: demo.token, body: chatBody('beta-4-scout') });
    expect([refused.status, jsonOf(refused)]).toEqual([403, { detail: 'Use of API key is not enabled in the environment.' }]);
    demo.allowTokens(true);
    expect((await ask(demo, chat, { token: demo.token, body: chatBody('beta-4-scout') })).status).toBe(200);
  });

  test('shares no credential between two starts', async () => {
    const [one, other] = [await testDemo(), await testDemo()];
    expect(one.token).not.toBe(other.token);
    expect(one.instance.password).not.toBe(other.instance.password);
    expect(one.instance.privateKey).not.toBe(other.instance.privateKey);
    expect(one.instance.fingerprint()).not.toBe(other.instance.fingerprint());
    expect(one.ca).not.toBe(other.ca);
  });
});

describe('answers', () => {
  test('starts a stream with chunks without choices', async () => {
    const demo = await testDemo();
    const answer = await ask(demo, chat, { token: demo.token, body: chatBody('beta-4-scout', 'Say hello', { stream: true }) });
    const [first, second, third] = chunksOf(answer);
    expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
    expect(first).toHaveProperty('sources');
    expect(second).toEqual({});
    expect(third?.choices).toHaveLength(1);
    expect(eventsOf(answer).at(-1)).toBe('[DONE]');
  });

  test.each([true, false])('sends reasoning inline by default, and in its field if set (stream: %s)', async (stream) => {
    const demo = await testDemo();
    const body = chatBody('alpha-R1', 'Say hello', { stream });
    const inline = await ask(demo, chat, { token: demo.token, body });
    expect(contentOf(inline, stream)).toMatch(/^<think>\n.+\n<\/think>\n\nhello$/s);
    demo.setBehaviour({ reasoning: { proxy: 'field', direct: 'field' } });
    expect(contentOf(await ask(demo, chat, { token: demo.token, body }), stream)).toBe('hello');
    demo.setBehaviour({ reasoning: { proxy: 'unopened', direct: 'field' } });
    expect(contentOf(await ask(demo, chat, { token: demo.token, body }), stream)).toMatch(/^The user asks.+\n<\/think>\n\nhello$/s);
  });

  test('returns a list of validation items for invalid bodies', async () => {
    const demo = await testDemo();
    const missing = await ask(demo, chat, { token: demo.token, body: { model: 'beta-4-scout' } });
    expect([missing.status, jsonOf(missing)]).toEqual([
      422,
      { detail: [{ type: 'missing', loc: ['body', 'messages'], msg: 'Field required' }] },
    ]);
    const broken = await ask(demo, chat, { token: demo.token, body: '{' });
    expect(broken.status).toBe(422);
    expect(jsonOf(broken)).toMatchObject({ detail: [{ type: 'json_invalid' }] });
  });

  test('returns a detail in plain text for an unknown model', async () => {
    const demo = await testDemo();
    const answer = await ask(demo, chat, { token: demo.token, body: chatBody('omega') });
    expect([answer.status, jsonOf(answer)]).toEqual([400, { detail: 'Model not found' }]);
  });

  test('lists models without `object`, and can lack the list as the real one may', async () => {
    const demo = await testDemo();
    const listed = await ask(demo, '/api/models', { token: demo.token });
    expect(jsonOf(listed)).toMatchObject({ data: [{ id: 'alpha-R1' }, { id: 'beta-4-scout' }, { id: 'gamma-oss-120b' }] });
    expect(jsonOf(listed)).not.toHaveProperty('object');
    demo.setBehaviour({ proxyHasModels: false });
    const absent = await ask(demo, '/api/models', { token: demo.token });
    expect([absent.status, absent.headers['content-type']]).toEqual([404, 'text/html']);
  });

  test('has no text completions, other endpoints or other methods', async () => {
    const demo = await testDemo();
    expect((await ask(demo, '/api/completions', { token: demo.token, body: { model: 'beta-4-scout', prompt: 'x' } })).status).toBe(404);
    expect((await ask(demo, '/api/nothing', { token: demo.token })).status).toBe(404);
    expect((await ask(demo, chat, { token: demo.token })).status).toBe(405);
  });
});

function contentOf(answer: Awaited<ReturnType<typeof ask>>, isStream: boolean): string {
  if (isStream)
    return chunksOf(answer)
      .map((chunk) => chunk.choices?.[0]?.delta?.content ?? '')
      .join('');
  return (jsonOf(answer) as { choices: [{ message: { content: string } }] }).choices[0].message.content;
}
