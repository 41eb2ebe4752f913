import { describe, expect, test } from 'vitest';
import type { Demo } from '../../support/demo/demo.ts';
import { ask, chatBody, jsonOf, localForward, testDemo, type Answer } from './demo-fixture.ts';

/** Starts a demo, and returns a function that sends requests from inside. */
async function inside(): Promise<{ readonly demo: Demo; readonly from: (path: string, body?: unknown) => Promise<Answer> }> {
  const demo = await testDemo();
  const port = await localForward(demo);
  return { demo, from: (path, body) => ask(demo, path, { port, body }) };
}

describe('permitted network', () => {
  test('doesn’t accept a caller from outside for any header or token', async () => {
    const demo = await testDemo();
    const headers = { 'x-forwarded-for': '10.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' };
    expect((await ask(demo, '/engine-b/v1/models', { token: demo.token, headers })).status).toBe(401);
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

test('has the same segments and context lengths as the engines report', async () => {
  const demo = await testDemo();
  const port = await localForward(demo);
  for (const { segment, models } of demo.profile().service.catalog) {
    const listed = JSON.parse((await ask(demo, `/${segment}/v1/models`, { port })).text) as {
      data: { id: string; max_model_len: number }[];
    };
    expect(listed.data.map((each) => [each.id, each.max_model_len])).toEqual(models.map((model) => [model.id, model.contextLength]));
  }
});
