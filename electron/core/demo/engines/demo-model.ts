import type { Capabilities } from '../../../contract/catalog.ts';

/** A model simulated by the demo. */
export interface DemoModel {
  readonly id: string;
  readonly segment: string;
  readonly engine: 'vllm' | 'sglang';
  readonly capabilities: Capabilities;
  readonly contextLength: number;
  /** The marks around the text when the model fills in the middle. Missing if it can't. */
  readonly fillIn?: { readonly prefix: string; readonly suffix: string; readonly middle: string };
  /** As reported for the real service. */
  readonly tokensPerSecond: number;
  /** Whether tool calls are streamed in pieces or sent whole in one delta. Both occur in practice. */
  readonly toolCalls: 'pieces' | 'whole';
}

/** The service's three models. */
export const serviceModels: readonly DemoModel[] = [
  {
    id: 'alpha-R1',
    segment: 'engine-b',
    engine: 'sglang',
    capabilities: { chat: true, completion: true, tools: false, reasoning: true, reasoningEffort: false },
    contextLength: 65_536,
    tokensPerSecond: 36,
    toolCalls: 'pieces',
  },
  {
    id: 'beta-4-scout',
    segment: 'beta-4-scout',
    engine: 'vllm',
    capabilities: { chat: true, completion: true, tools: true, reasoning: false, reasoningEffort: false },
    contextLength: 131_072,
    fillIn: { prefix: '<|fim_prefix|>', suffix: '<|fim_suffix|>', middle: '<|fim_middle|>' },
    tokensPerSecond: 83,
    toolCalls: 'pieces',
  },
  {
    id: 'gamma-oss-120b',
    segment: 'gamma-oss-120b',
    engine: 'vllm',
    capabilities: { chat: true, completion: true, tools: true, reasoning: true, reasoningEffort: true },
    contextLength: 131_072,
    tokensPerSecond: 180,
    toolCalls: 'whole',
  },
];

/** The path segments of direct mode. */
export const segments: readonly string[] = serviceModels.map((model) => model.segment);

/** Returns the engine behind a segment. */
export function engineAt(segment: string): 'vllm' | 'sglang' {
  return serviceModels.find((model) => model.segment === segment)?.engine ?? 'vllm';
}
