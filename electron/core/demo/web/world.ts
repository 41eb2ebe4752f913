import type { ReasoningStyle } from '../dialects/reasoning-style.ts';
import type { Chance } from '../engines/chat-engine.ts';
import type { FaultBoard } from '../faults/fault-board.ts';
import type { ModelShelf } from './model-shelf.ts';
import type { TokenRing } from './token-ring.ts';

/** The manners of the service that can be changed while it runs. */
export interface Manners {
  readonly reasoning: { readonly proxy: ReasoningStyle; readonly direct: ReasoningStyle };
  /** The real proxy's list of models is not documented, so it can be absent here too. */
  readonly proxyHasModels: boolean;
  /** Whether the proxy sends events without choices before the first chunk; some clients can't read those. */
  readonly proxySendsExtras: boolean;
  /** Whether this machine counts as inside the permitted network. */
  readonly isInsideNetwork: boolean;
}

/** What the proxy often does, what the engines do, and a machine outside. */
export const usualManners: Manners = {
  reasoning: { proxy: 'inline', direct: 'field' },
  proxyHasModels: true,
  proxySendsExtras: true,
  isInsideNetwork: false,
};

/** Everything an answer depends on. */
export interface World {
  readonly shelf: ModelShelf;
  readonly tokens: TokenRing;
  readonly faults: FaultBoard;
  readonly chance: Chance;
  readonly manners: () => Manners;
  /** When the engines were started, in seconds. */
  readonly startedAt: number;
  readonly now: () => number;
}

/** A request, read to its end. */
export interface Incoming {
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly body: string;
  /** Whether the connection came from the demo's own instance. */
  readonly isFromInstance: boolean;
}
