import type { AgentSettings } from '../../contract/agent.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Authorizer } from './access/authorize.ts';
import type { GetActiveService } from './active-service.ts';
import type { Inspector } from './inspector/inspector.ts';
import type { AgentLimits } from './limits.ts';
import type { Forwarding } from './forwarding/forward.ts';
import type { RequestSlots } from './request-slots.ts';
import type { OwnState } from './status.ts';

/** What answering needs. */
export interface RequestContext extends Omit<Forwarding, 'ground'> {
  /** The port it listens on, and whether that is the Demo's. */
  readonly place: () => { readonly port: number; readonly isDemo: boolean };
  readonly settings: () => AgentSettings;
  readonly ground: GetActiveService;
  readonly admitting: Authorizer;
  readonly slots: RequestSlots;
  readonly inspector: Inspector;
  readonly limits: AgentLimits;
  readonly own: () => OwnState;
  /** A failure as it is told here. */
  readonly inWords: (failure: Failure) => Failure;
  readonly onBug: (error: unknown) => void;
}
