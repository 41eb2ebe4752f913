import type { AgentSettings } from '../../contract/agent.ts';
import { failed, type Failure, type Result } from '../../contract/failure.ts';
import type { ActiveService } from '../llm-client/llm-client.ts';
import type { Authorizer } from './access/authorize.ts';
import type { Forwarding } from './forwarding/forward.ts';
import type { Inspector } from './inspector/inspector.ts';
import type { AgentLimits, RequestSlots } from './limits.ts';
import type { OwnState } from './status.ts';

/** Returns the active profile's service. */
export type GetActiveService = () => Promise<Result<ActiveService>>;

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

/** The service in use; on the Demo's port only the Demo, and elsewhere never, so that no script gets invented data. */
export async function requireActiveService({
  ground,
  place,
  limits,
}: Pick<RequestContext, 'ground' | 'place' | 'limits'>): Promise<Result<ActiveService>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Result<ActiveService>>((resolve) => {
    timer = setTimeout(() => resolve(failed('connect-timeout', 'Causeway is still starting.', 'Try again in a moment.')), limits.groundMs);
  });
  const reached = await Promise.race([ground(), late]).finally(() => clearTimeout(timer));
  if (!reached.ok || reached.value.profile.isDemo === place().isDemo) return reached;
  return failed('cancelled', 'Another profile was chosen, and its agent has another port.', 'Ask at the port that Causeway shows now.');
}
