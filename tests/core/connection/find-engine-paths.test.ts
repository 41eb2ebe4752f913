import { expect, test } from 'vitest';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { findEnginePaths } from '../../../electron/core/connection/find-engine-paths.ts';
import type { LlmClient, ListOutcome } from '../../../electron/core/llm-client/llm-client.ts';

const silent = new AbortController().signal;

/** A service with these models at each path, and in the proxy's list. Paths without any don't answer until their request is aborted. */
function serviceWith(models: Readonly<Record<string, readonly string[]>>, listed: readonly string[]) {
  const asked: string[] = [];
  let open = 0;
  let mostOpen = 0;
  const refreshCatalog: LlmClient['refreshCatalog'] = async (catalog, _previous, { modes: [mode = 'direct'], signal }) => {
    const segment = catalog[0]?.segment;
    asked.push(segment ?? mode);
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    const ids = segment === undefined ? listed : models[segment];
    if (ids === undefined) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    else await Promise.resolve();
    open -= 1;
    const result: ListOutcome['result'] = ids
      ? { kind: 'listed', models: ids.map((id) => ({ id, contextLength: undefined })) }
      : { kind: 'failed', failure: failure('model-list-missing') };
    return { models: [], outcomes: [{ mode, segment, ms: 0, result }] };
  };
  return { client: { refreshCatalog }, asked, mostOpen: () => mostOpen };
}

const none = { 'engine-a': [], 'engine-b': [], vllm: [], sglang: [] };

test('asks the proxy’s models and then common names, a few at once, and returns those that answer in that order', async () => {
  const { client, asked, mostOpen } = serviceWith({ ...none, scout: ['scout'], 'engine-b': ['R1', 'R2'], vllm: [] }, [
    'org/large',
    'scout',
  ]);
  expect(await findEnginePaths(client, true, silent)).toEqual([
    { segment: 'scout', models: ['scout'] },
    { segment: 'engine-b', models: ['R1', 'R2'] },
  ]);
  expect(asked).toEqual(['proxy', 'scout', 'engine-a', 'engine-b', 'vllm', 'sglang']); // a slash can't be in a path
  expect(mostOpen()).toBe(3);
});

test('doesn’t ask the proxy without a token (catches a keychain prompt for a user who has none)', async () => {
  const { client, asked } = serviceWith(none, []);
  expect(await findEnginePaths(client, false, silent)).toEqual([]);
  expect(asked).toEqual(['engine-a', 'engine-b', 'vllm', 'sglang']);
});

test('ends when it is cancelled, also while paths don’t answer', async () => {
  const leave = new AbortController();
  const { client } = serviceWith({ 'engine-b': ['R1'] }, []);
  const found = findEnginePaths(client, false, leave.signal);
  leave.abort();
  expect(await found).toEqual([{ segment: 'engine-b', models: ['R1'] }]);
});
