import { expect, test, vi } from 'vitest';
import { ok, type Result } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import type { Recipe } from '../../../electron/contract/run-recipe.ts';
import type { RunDetails } from '../../../electron/contract/runs.ts';
import { createRecipeDraft } from '../../../renderer/runs/editor/recipe.ts';

const recipe = { name: 'First', answer: { kind: 'text' } } as unknown as Recipe; // the draft looks at no other part
type Save = (recipe: Recipe) => Promise<Result<RunDetails>>;
const details = { id: 'run' } as unknown as RunDetails;

test('saves changes made during a save after it, in order', async () => {
  const first = Promise.withResolvers<Result<RunDetails>>();
  const save = vi.fn<Save>().mockReturnValueOnce(first.promise).mockResolvedValue(ok(details));
  const draft = createRecipeDraft(recipe, save, () => undefined);
  draft.change({ name: 'Second' });
  const flushed = draft.flush();
  draft.change({ name: 'Third' });
  first.resolve(ok(details));
  expect(await flushed).toBe(true);
  expect(save.mock.calls.map(([{ name }]) => name)).toEqual(['Second', 'Third']);
  expect(draft.state.read().saving).toBe('saved');
});

test('keeps the text and shows the failure when a save fails, and retries at the next flush', async () => {
  const save = vi.fn<Save>().mockResolvedValueOnce(fail('not-a-number')).mockResolvedValue(ok(details));
  const draft = createRecipeDraft(recipe, save, () => undefined);
  draft.change({ name: 'Second' });
  expect(await draft.flush()).toBe(false);
  expect(draft.state.read()).toMatchObject({ recipe: { name: 'Second' }, saving: 'failed', failure: { reason: 'not-a-number' } });
  expect(await draft.flush()).toBe(true);
  expect(draft.state.read()).toMatchObject({ saving: 'saved', failure: undefined });
});

test('saves nothing when nothing was typed', async () => {
  const save = vi.fn<Save>();
  expect(await createRecipeDraft(recipe, save, () => undefined).flush()).toBe(true);
  expect(save).not.toHaveBeenCalled();
});

test('ignores changes after it is closed (catches an old recipe that a late table writes over the one of the next editor)', async () => {
  const save = vi.fn<Save>().mockResolvedValue(ok(details));
  const draft = createRecipeDraft(recipe, save, () => undefined);
  const close = draft.open();
  draft.change({ name: 'Second' });
  close();
  draft.change({ name: 'Late' });
  expect(await draft.flush()).toBe(true);
  expect(save.mock.calls.map(([{ name }]) => name)).toEqual(['Second']);
  draft.open();
  draft.change({ name: 'Third' });
  expect(await draft.flush()).toBe(true);
  expect(save.mock.lastCall?.[0].name).toBe('Third');
});
