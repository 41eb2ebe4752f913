import type { CatalogModel } from '../../../contract/catalog.ts';
import { demoCatalog } from '../../../contract/demo-profile.ts';

/** A model simulated by the demo. */
export interface DemoModel extends CatalogModel {
  readonly segment: string;
  readonly engine: 'vllm' | 'sglang';
  readonly contextLength: number;
  /** As reported for the real service. */
  readonly tokensPerSecond: number;
  /** Whether tool calls are streamed in pieces or sent whole in one delta. Both occur in practice. */
  readonly toolCalls: 'pieces' | 'whole';
  /** How many images a request may have. 0 for a model that doesn't see. */
  readonly maxImages: number;
}

const simulated = {
  'alpha-R1': { tokensPerSecond: 36, toolCalls: 'pieces', maxImages: 0 },
  'beta-4-scout': { tokensPerSecond: 83, toolCalls: 'pieces', maxImages: 4 },
  'gamma-oss-120b': { tokensPerSecond: 180, toolCalls: 'whole', maxImages: 0 },
} as const;

/** The service's three models. */
export const serviceModels: readonly DemoModel[] = demoCatalog.flatMap(({ segment, engine, models }) =>
  models.map((model) => ({ ...model, segment, engine, ...simulated[model.id] })),
);

/** The path segments of direct mode. */
export const segments: readonly string[] = serviceModels.map((model) => model.segment);

/** Returns the engine behind a segment. */
export function engineAt(segment: string): 'vllm' | 'sglang' {
  return serviceModels.find((model) => model.segment === segment)?.engine ?? 'vllm';
}
