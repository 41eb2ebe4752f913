import type { Result } from '../../contract/failure.ts';
import type { History } from '../history/history.ts';
import type { Addresses, ServiceHandle } from '../llm-client/llm-client.ts';
import type { Clock } from '../shared/clock.ts';
import type { EventBus } from '../shared/event-bus.ts';
import type { Tools } from '../tools/tools.ts';

/** What conversing needs of the other parts. */
export interface ChatDependencies {
  readonly reach: () => Promise<Result<ServiceHandle>>;
  /** Of the service in use; for the requests of old answers, which do not say where they went. */
  readonly addresses: () => Result<Addresses>;
  /** A steady clock, not the wall's: it measures. */
  readonly clock: Clock;
  readonly history: History;
  readonly tools: Pick<Tools, 'offer' | 'run' | 'checkArguments'>;
  readonly emit: EventBus['emit'];
  /** Whether new conversations get their titles from the model. */
  readonly makesTitles: () => boolean;
  readonly onBug: (error: unknown) => void;
}
