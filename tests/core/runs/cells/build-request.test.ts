import { describe, expect, it } from 'vitest';
import type { RunModel } from '../../../../electron/contract/run-recipe.ts';
import { buildCellRequest } from '../../../../electron/core/runs/cells/build-request.ts';
import { parseExactJson } from '../../../../electron/core/runs/cells/cell-requester.ts';
import { createRecipe } from '../../../support/run-recipe.ts';

/** Builds the request of a batch row with this body. */
function build(body: string, parseBody?: (text: string) => unknown, runModel: RunModel | null = null) {
  const recipe = createRecipe({ kind: 'batch', models: [] });
  const variant = { id: 'batch', model: null, template: null, name: 'Batch', runModel, runTemplate: null };
  return buildCellRequest(recipe, variant, { url: '/v1/chat/completions', body }, { attachments: [], images: [] }, parseBody);
}

const bodyWith = (fields: string): string => `{"model":"beta","messages":[{"role":"user","content":"Hello"}],${fields}}`;

describe('the request of a batch row', () => {
  it('fails if it asks for several answers (catches answers that are dropped)', () => {
    expect(build(bodyWith('"n":3'))).toMatchObject({ ok: false, failure: { reason: 'batch-several-answers', params: { count: 3 } } });
    for (const n of ['1', 'null']) expect(build(bodyWith(`"n":${n}`)).ok, n).toBe(true);
    const runModel = { id: 'm', model: 'beta', parameters: { extra: { n: 1 } } };
    expect(build(bodyWith('"n":3'), undefined, runModel).ok, 'changed by the run').toBe(true);
  });

  it('has the numbers of its body (catches another seed than the one in the file)', () => {
    const fields = '"seed":1234567890123456789,"top_p":0.5,"logit_bias":{"7":-9007199254740993},"max_tokens":16';
    const built = build(bodyWith(fields), parseExactJson);
    expect(built.ok && JSON.stringify(built.value.parameters.extra)).toBe(`{${fields}}`);
  });

  it('has no objects in place of numbers that are exact (catches limits that are not recognized as numbers)', () => {
    const built = build(bodyWith('"temperature":1.0,"top_logprobs":5e0,"seed":9007199254740991'), parseExactJson);
    expect(built).toMatchObject({ value: { parameters: { extra: { temperature: 1, top_logprobs: 5, seed: 9_007_199_254_740_991 } } } });
  });

  it('fails if its body is no object', () => {
    for (const body of ['', '{', '[]', '1'])
      expect(build(body, parseExactJson), body).toMatchObject({ failure: { reason: 'batch-body-invalid' } });
  });
});
