import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../../../electron/contract/run-recipe.ts';
import type { Token } from '../../../../electron/contract/tokens.ts';
import type { Outcome } from '../../../../electron/core/llm-client/llm-client.ts';
import { must } from '../../../support/must.ts';
import { answered, openTestRun } from '../test-run.ts';

/** Requests one cell with this answer. Returns what is stored. */
async function storeAnswer(outcome: Outcome, changes: Partial<Recipe> = {}) {
  const run = await openTestRun(1, changes);
  run.service.respond = () => outcome;
  await run.start();
  await expect.poll(() => run.read().state).toBe('finished');
  const { result, detail } = must(run.store.cell({ id: 'run', cell: { row: 1, variantId: 'm.t', repeat: 1 } }));
  return { result, detail, requests: run.requests.length };
}

describe('requestCell', () => {
  it.each(['chat', 'text'] as const)('stores the answer of a %s as it is (catches code without its indentation)', async (kind) => {
    const code = '    return x + 1\n\n';
    expect((await storeAnswer(answered(code), { kind })).result).toMatchObject({ answer: code, length: code.trim().length });
  });

  it('checks an answer without the white space around it (catches a repair for a line break)', async () => {
    const answer = { kind: 'pattern', pattern: String.raw`^\d+$` } as const;
    const { result, requests } = await storeAnswer(answered('\n42\n'), { answer });
    expect([result?.state, result?.answer, result?.fields, requests]).toEqual(['done', '\n42\n', '{"match":"42"}', 1]);
  });

  it('stores log probabilities, if there are any', async () => {
    const tokens: readonly Token[] = [{ text: 'yes', logprob: -0.1, alternatives: [{ text: 'yes', logprob: -0.1 }], kind: 'content' }];
    const outcome = answered('yes');
    expect((await storeAnswer({ ...outcome, answer: { ...outcome.answer, logprobs: tokens } })).detail?.logprobs).toEqual(tokens);
    expect((await storeAnswer(outcome)).detail).not.toHaveProperty('logprobs');
  });
});
