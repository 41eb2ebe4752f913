import { expect, test } from 'vitest';
import { ask, localForward, testDemo } from './demo-fixture.ts';

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
