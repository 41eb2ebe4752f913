import { describe, expect, test } from 'vitest';
import type { Demo } from '../../support/demo/demo.ts';
import { ask, chatBody, jsonOf, localForward, testDemo, type Answer } from './demo-fixture.ts';

const segments = [
  ['engine-b', 'alpha-R1'],
  ['beta-4-scout', 'beta-4-scout'],
  ['gamma-oss-120b', 'gamma-oss-120b'],
] as const;

/** Starts a demo, and returns a function that sends requests from inside. */
async function inside(): Promise<{ readonly demo: Demo; readonly from: (path: string, body?: unknown) => Promise<Answer> }> {
  const demo = await testDemo();
  const port = await localForward(demo);
  return { demo, from: (path, body) => ask(demo, path, { port, body }) };
}

describe('permitted network', () => {
  test.each(segments)('/%s/v1: returns 401 from outside and 200 through the instance', async (segment, model) => {
    const { demo, from } = await inside();
    for (const [path, body] of [
      ['models', undefined],
      ['chat/completions', chatBody(model)],
      ['completions', { model, prompt: 'Once' }],
    ] as const) {
      const outside = await ask(demo, `/${segment}/v1/${path}`, { body });
      expect([outside.status, jsonOf(outside)]).toEqual([401, { error: 'Unauthorized' }]);
      expect((await from(`/${segment}/v1/${path}`, body)).status).toBe(200);
    }
  });

  test('doesn’t accept a caller from outside for any header or token', async () => {
    const demo = await testDemo();
    const headers = { 'x-forwarded-for': '10.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' };
    expect((await ask(demo, '/engine-b/v1/models', { token: demo.token, headers })).status).toBe(401);
  });

  test('ignores a key that a client library insists on', async () => {
    const demo = await testDemo();
    expect((await ask(demo, '/engine-b/v1/models', { port: await localForward(demo), token: 'anything' })).status).toBe(200);
  });

  test.runIf(process.platform === 'linux')('treats callers at the inside address as inside, for tests with a real sshd', async () => {
    const demo = await testDemo({ insideAddress: '127.0.0.2' });
    expect(
      (await ask(demo, '/engine-b/v1/models', { tls: { host: '127.0.0.2', servername: 'localhost' }, headers: { host: 'localhost' } }))
        .status,
    ).toBe(200);
    expect((await ask(demo, '/engine-b/v1/models')).status).toBe(401);
  });
});

describe('errors in each engine’s own format', () => {
  test('rejects a parameter that the model doesn’t support, so that a client that sends one is noticed', async () => {
    const { from } = await inside();
    const tools = [{ type: 'function', function: { name: 'f' } }];
    const onB = await from('/engine-b/v1/chat/completions', chatBody('alpha-R1', 'Hello', { tools }));
    expect([onB.status, jsonOf(onB)]).toEqual([400, expect.objectContaining({ object: 'error', param: 'tools' })]);
    const onA = await from('/beta-4-scout/v1/chat/completions', chatBody('beta-4-scout', 'Hello', { reasoning_effort: 'low' }));
    expect([onA.status, jsonOf(onA)]).toEqual([400, { error: expect.objectContaining({ param: 'reasoning_effort' }) }]);
  });
});
