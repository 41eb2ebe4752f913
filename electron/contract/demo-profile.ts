import { demoProfileId } from './constants.ts';
import type { Mode, Profile } from './profile.ts';

/** The paths and models of the demo. */
export const demoCatalog = [
  {
    segment: 'engine-b',
    engine: 'sglang',
    models: [
      {
        id: 'alpha-R1',
        capabilities: { chat: true, completion: true, tools: false, reasoning: true, reasoningEffort: false },
        contextLength: 65_536,
      },
    ],
  },
  {
    segment: 'beta-4-scout',
    engine: 'vllm',
    models: [
      {
        id: 'beta-4-scout',
        capabilities: { chat: true, completion: true, tools: true, reasoning: false, reasoningEffort: false },
        contextLength: 131_072,
        fillIn: { prefix: '<|fim_prefix|>', suffix: '<|fim_suffix|>', middle: '<|fim_middle|>' },
      },
    ],
  },
  {
    segment: 'gamma-oss-120b',
    engine: 'vllm',
    models: [
      {
        id: 'gamma-oss-120b',
        capabilities: { chat: true, completion: true, tools: true, reasoning: true, reasoningEffort: true },
        contextLength: 131_072,
      },
    ],
  },
] as const;

/** The built-in profile. Its ports and its authority are new at every start; the connection puts them in. */
export const demoProfile = {
  id: demoProfileId,
  service: { name: 'Demo', baseUrl: 'https://localhost', inferenceServer: '127.0.0.1', caFile: null, catalog: demoCatalog },
  instance: { host: '127.0.0.1', port: 22, login: 'demo', alias: null, transport: 'ssh2' as const },
  mode: 'proxy' as Mode,
  directRoute: 'auto' as const,
} satisfies Profile;
