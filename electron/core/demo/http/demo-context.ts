import { randomBytes } from 'node:crypto';
import type { LanguageModel } from '../engines/language-model.ts';
import type { Vocabulary } from '../engines/model-tokens.ts';
import type { ReasoningStyle } from '../dialects/reasoning-style.ts';
import type { RandomSource } from '../engines/chat-engine.ts';
import type { ActiveFaults } from '../faults/active-faults.ts';
import type { DemoModel } from '../engines/demo-model.ts';
import type { TokenProblem } from '../dialects/proxy.ts';

/** Behaviour of the service that can be changed at run time. */
export interface ServiceBehaviour {
  readonly reasoning: { readonly proxy: ReasoningStyle; readonly direct: ReasoningStyle };
  /** Optional, because the real proxy's model list isn't documented. */
  readonly proxyHasModels: boolean;
  /** Whether the proxy sends events without choices before the first chunk, which some clients can't parse. */
  readonly proxySendsExtras: boolean;
  /** Whether this machine counts as inside the permitted network. */
  readonly isInsideNetwork: boolean;
  /** Where the engines offer tokenizer and template: everywhere, only below `v1` because of a web server in front, or nowhere. */
  readonly tokenizer: 'everywhere' | 'below-v1' | 'nowhere';
  /** Number of tokens in one chunk. More than one with speculative decoding. */
  readonly tokensPerChunk: number;
}

/** The usual behaviour of the proxy and the engines, for a machine outside. */
export const defaultBehaviour: ServiceBehaviour = {
  reasoning: { proxy: 'inline', direct: 'field' },
  proxyHasModels: true,
  proxySendsExtras: true,
  isInsideNetwork: false,
  tokenizer: 'everywhere',
  tokensPerChunk: 1,
};

/** Everything a response depends on. */
export interface DemoContext {
  readonly models: ModelRegistry;
  readonly tokens: TokenStore;
  readonly faults: ActiveFaults;
  readonly languageModel: LanguageModel;
  readonly vocabulary: Vocabulary;
  readonly random: RandomSource;
  readonly behaviour: () => ServiceBehaviour;
  /** Start time of the engines, in seconds. */
  readonly startedAt: number;
  readonly now: () => number;
}

/** A request with its complete body. */
export interface IncomingRequest {
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly body: string;
  /** Whether the connection came from the demo's own instance. */
  readonly isFromInstance: boolean;
}

/** The models served, which can change. */
interface ModelRegistry {
  readonly all: () => readonly DemoModel[];
  readonly add: (model: DemoModel) => void;
  readonly remove: (id: string) => void;
  /** Path segments stay when their models are removed. */
  readonly segments: readonly string[];
  readonly engineAt: (segment: string) => 'vllm' | 'sglang';
}

/** Creates a registry with the given models. Their segments are fixed. */
export function createModelRegistry(initial: readonly DemoModel[]): ModelRegistry {
  let models = initial;
  const engines = new Map(initial.map((model) => [model.segment, model.engine]));
  return {
    all: () => models,
    add: (model) => {
      const engine = engines.get(model.segment);
      if (engine !== model.engine) throw new Error(`The demo has no segment “${model.segment}” of engine ${model.engine}.`);
      models = [...models.filter((other) => other.id !== model.id), model];
    },
    remove: (id) => void (models = models.filter((model) => model.id !== id)),
    segments: [...engines.keys()],
    engineAt: (segment) => engines.get(segment) ?? 'vllm',
  };
}

/** The proxy's API tokens. */
interface TokenStore {
  readonly create: () => string;
  readonly revoke: (token: string) => void;
  /** Enables or disables API keys. */
  readonly allow: (isAllowed: boolean) => void;
  /** Checks an Authorization header. */
  readonly check: (authorization: string | undefined) => TokenProblem | 'good';
}

/** Creates an empty token store. */
export function createTokenStore(): TokenStore {
  const states = new Map<string, 'good' | 'revoked'>();
  let isAllowed = true;
  return {
    create: () => {
      const token = `sk-${randomBytes(16).toString('hex')}`;
      states.set(token, 'good');
      return token;
    },
    revoke: (token) => {
      if (states.has(token)) states.set(token, 'revoked');
    },
    allow: (next) => void (isAllowed = next),
    check: (authorization) => {
      const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) return 'missing';
      return isAllowed ? (states.get(token) ?? 'unknown') : 'switched-off';
    },
  };
}
