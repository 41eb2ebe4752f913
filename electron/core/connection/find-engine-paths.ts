import { segmentSchema, type CatalogEntry, type EnginePath } from '../../contract/catalog.ts';
import type { LlmClient } from '../llm-client/llm-client.ts';

/** Common names, for services whose proxy lists nothing and for paths that no model is named after. */
const commonPaths = ['engine-a', 'engine-b', 'vllm', 'sglang'];
const maxConcurrent = 3;
const listTimeoutMs = 5000;

/**
 * Finds engine paths by asking likely ones for their models, because a service doesn't list them. Paths that don't answer are left out.
 * `hasToken` allows asking the proxy, whose models are often the names of their paths.
 */
export async function findEnginePaths(
  client: Pick<LlmClient, 'refreshCatalog'>,
  hasToken: boolean,
  signal: AbortSignal,
): Promise<readonly EnginePath[]> {
  const listModels = async (mode: 'proxy' | 'direct', catalog: readonly CatalogEntry[]): Promise<readonly string[]> => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(listTimeoutMs)]);
    const { outcomes } = await client.refreshCatalog(catalog, [], { modes: [mode], signal: limit });
    return outcomes.flatMap(({ result }) => (result.kind === 'listed' ? result.models.map(({ id }) => id) : []));
  };
  const listed = hasToken ? await listModels('proxy', []) : [];
  const candidates = [...new Set([...listed.filter((id) => segmentSchema.safeParse(id).success), ...commonPaths])];
  const modelsByPath = new Map<string, readonly string[]>();
  const waiting = candidates.values();
  const askWaiting = async (): Promise<void> => {
    for (const segment of waiting) {
      if (signal.aborted) return;
      modelsByPath.set(segment, await listModels('direct', [{ segment, engine: 'unknown', models: [] }]));
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, askWaiting));
  return candidates.map((segment) => ({ segment, models: modelsByPath.get(segment) ?? [] })).filter(({ models }) => models.length > 0);
}
