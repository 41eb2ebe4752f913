import type { CatalogEntry, Model } from '../../../electron/contract/catalog.ts';
import { catalogModels } from '../../../electron/core/llm-client/llm-client.ts';

const none = { chat: true, completion: true, tools: false, reasoning: false, reasoningEffort: false };

/** The three models of the service. */
export const catalog: readonly CatalogEntry[] = [
  { segment: 'engine-b', engine: 'sglang', models: [{ id: 'alpha-R1', capabilities: { ...none, reasoning: true } }] },
  { segment: 'beta-4-scout', engine: 'vllm', models: [{ id: 'beta-4-scout', capabilities: { ...none, tools: true } }] },
  {
    segment: 'gamma-oss-120b',
    engine: 'vllm',
    models: [{ id: 'gamma-oss-120b', capabilities: { ...none, tools: true, reasoning: true, reasoningEffort: true } }],
  },
];

export const [alpha, beta, gamma] = catalogModels(catalog) as unknown as readonly [Model, Model, Model];
