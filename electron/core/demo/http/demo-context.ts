import type { ReasoningStyle } from '../dialects/reasoning-style.ts';
import type { Chance } from '../engines/chat-engine.ts';
import type { ActiveFaults } from '../faults/active-faults.ts';
import type { ModelRegistry } from './model-registry.ts';
import type { TokenStore } from './token-store.ts';

/** The manners of the service that can be changed while it runs. */
export interface ServiceBehaviour {
  readonly reasoning: { readonly proxy: ReasoningStyle; readonly direct: ReasoningStyle };
  /** The real proxy's list of models is not documented, so it can be absent here too. */
  readonly proxyHasModels: boolean;
  /** Whether the proxy sends events without choices before the first chunk; some clients can't read those. */
  readonly proxySendsExtras: boolean;
  /** Whether this machine counts as inside the permitted network. */
  readonly isInsideNetwork: boolean;
}

/** What the proxy often does, what the engines do, and a machine outside. */
export const defaultBehaviour: ServiceBehaviour = {
  reasoning: { proxy: 'inline', direct: 'field' },
  proxyHasModels: true,
  proxySendsExtras: true,
  isInsideNetwork: false,
};

/** Everything an answer depends on. */
export interface DemoContext {
  readonly shelf: ModelRegistry;
  readonly tokens: TokenStore;
  readonly faults: ActiveFaults;
  readonly chance: Chance;
  readonly manners: () => ServiceBehaviour;
  /** When the engines were started, in seconds. */
  readonly startedAt: number;
  readonly now: () => number;
}

/** A request, read to its end. */
export interface IncomingRequest {
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly body: string;
  /** Whether the connection came from the demo's own instance. */
  readonly isFromInstance: boolean;
}
