import type { Model } from '../../contract/catalog.ts';
import type { ModelListStatus, ReadyConnection } from '../../contract/connection.ts';
import type { Failure, Result } from '../../contract/failure.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Dial, DialTarget } from '../shared/dial.ts';
import type { Timeouts } from '../shared/timeouts.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Addresses } from './addresses.ts';

/** The active profile's service, for callers that forward bytes. Request it anew each time, because profile and mode change. */
export interface ActiveService {
  readonly profile: ReadyConnection['profile'];
  readonly mode: Mode;
  readonly models: readonly Model[];
  readonly lists: readonly ModelListStatus[];
  /** Reads the lists again, unless that was done moments ago, and returns what is known then. */
  readonly refreshModels: (signal: AbortSignal) => Promise<Pick<ActiveService, 'models' | 'lists'>>;
  readonly addresses: Addresses;
  /** The direct one connects with or without the tunnel. It waits a bounded time for a reconnect. */
  readonly upstreams: Readonly<Record<Mode, Upstream>>;
  /** Reads the proxy's API token; null if there is none. */
  readonly token: (signal: AbortSignal) => Promise<Result<string | null>>;
  /** Opens a raw connection to the inference server over the same route as the direct upstream. */
  readonly dialDirect: Dial;
  /** The user's own, so that other programs wait no shorter than the window does. */
  readonly timeouts: Pick<Timeouts, 'connectMs' | 'tunnelWaitMs' | 'firstByteMs'>;
  /** Host and port of the base URL. CONNECT may name no other. */
  readonly serviceAddress: DialTarget;
  readonly direct: ReadyConnection['direct'];
  readonly tunnel: ReadyConnection['tunnel'];
  /** Returns true if direct mode needs the tunnel and it can't take requests now. */
  readonly isTunnelAwaited: () => boolean;
  readonly lastFailure: Failure | null;
}
