import type { Result } from '../../contract/failure.ts';
import type { History } from '../history/history.ts';
import type { ServiceHandle } from '../llm-client/llm-client.ts';
import type { Clock } from '../shared/clock.ts';
import type { EventBus } from '../shared/event-bus.ts';
import type { Tools } from '../tools/tools.ts';

/** The chat's dependencies on other parts. */
export interface ChatDependencies {
  readonly reach: () => Promise<Result<ServiceHandle>>;
  readonly activeProfile: () => { readonly id: string; readonly name: string } | undefined;
  /** A monotonic clock, for measuring. */
  readonly clock: Clock;
  readonly history: History;
  readonly tools: Pick<Tools, 'offer' | 'run' | 'checkArguments'>;
  readonly emit: EventBus['emit'];
  /** Returns whether the model generates titles of new conversations. */
  readonly makesTitles: () => boolean;
  /** Returns whether tools are offered in a request with images. */
  readonly offersToolsWithImages: () => boolean;
  readonly onBug: (error: unknown) => void;
}
