import type { AgentSettings } from '../../contract/agent.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Admitting } from './door/admission.ts';
import type { ReachGround } from './ground.ts';
import type { Inspector } from './inspector/inspector.ts';
import type { AgentLimits } from './limits.ts';
import type { Forwarding } from './road/forward.ts';
import type { Slots } from './slots.ts';
import type { OwnState } from './status.ts';

/** What answering needs. */
export interface Serving extends Omit<Forwarding, 'ground'> {
  /** The port it listens on, and whether that is the Demo's. */
  readonly place: () => { readonly port: number; readonly isDemo: boolean };
  readonly settings: () => AgentSettings;
  readonly ground: ReachGround;
  readonly admitting: Admitting;
  readonly slots: Slots;
  readonly inspector: Inspector;
  readonly limits: AgentLimits;
  readonly own: () => OwnState;
  /** A failure as it is told here. */
  readonly inWords: (failure: Failure) => Failure;
  readonly onBug: (error: unknown) => void;
}
