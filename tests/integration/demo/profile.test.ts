import { expect, test } from 'vitest';
import { profileSchema } from '../../../electron/contract/profile.ts';
import { ask, localForward, testDemo } from './demo-fixture.ts';

test('has a valid built-in profile without secrets', async () => {
  const demo = await testDemo();
  const profile = demo.profile();
  expect(profileSchema.parse(profile)).toEqual(profile);
  expect(profile).toMatchObject({
    id: 'demo',
    mode: 'proxy',
    service: { name: 'Demo', baseUrl: demo.baseUrl, inferenceServer: '127.0.0.1', caFile: null },
    instance: { host: '127.0.0.1', port: demo.instance.port, login: 'demo' },
  });
  for (const secret of [demo.token, demo.instance.password, demo.instance.privateKey])
    expect(JSON.stringify(profile)).not.toContain(secret);
});

test('describes every model in its catalog as the service does', async () => {
  const { catalog } = (await testDemo()).profile().service;
  const [chat, completion] = [true, true];
  expect(
    catalog.map(({ segment, engine, models }) => [segment, engine, models.map(({ id, capabilities }) => ({ id, ...capabilities }))]),
  ).toEqual([
    ['engine-b', 'sglang', [{ id: 'alpha-R1', chat, completion, tools: false, reasoning: true, reasoningEffort: false }]],
    ['beta-4-scout', 'vllm', [{ id: 'beta-4-scout', chat, completion, tools: true, reasoning: false, reasoningEffort: false }]],
    ['gamma-oss-120b', 'vllm', [{ id: 'gamma-oss-120b', chat, completion, tools: true, reasoning: true, reasoningEffort: true }]],
  ]);
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
