import type { Model } from '../../contract/catalog.ts';
import type { ReadyConnection, ModelListStatus } from '../../contract/connection.ts';
import type { Failure, Result } from '../../contract/failure.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Addresses } from '../llm-client/llm-client.ts';
import type { Dial, DialTarget } from '../shared/dial.ts';
import type { Timeouts } from '../shared/timeouts.ts';
import type { Upstream } from '../upstream/upstream.ts';

/** The service in use, as the agent needs it; asked for at each request, because profile and mode change. */
export interface ActiveService {
  readonly profile: ReadyConnection['profile'];
  readonly mode: Mode;
  readonly models: readonly Model[];
  readonly lists: readonly ModelListStatus[];
  readonly addresses: Addresses;
  /** The direct one goes straight or through the tunnel, as is decided elsewhere; it waits a bounded time for a reconnect. */
  readonly upstreams: Readonly<Record<Mode, Upstream>>;
  /** The API token of the proxy; null where there is none. */
  readonly token: (signal: AbortSignal) => Promise<Result<string | null>>;
  /** A raw connection to the inference server, the same way the direct upstream goes. */
  readonly dialDirect: Dial;
  /** What the user has chosen, so that programs wait no shorter than the window does. */
  readonly patience: Pick<Timeouts, 'connectMs' | 'tunnelWaitMs' | 'firstByteMs'>;
  /** Host and port of the base URL: the only one CONNECT may name. */
  readonly serviceAddress: DialTarget;
  readonly direct: ReadyConnection['direct'];
  readonly tunnel: ReadyConnection['tunnel'];
  /** Whether the direct way needs a tunnel that can't take requests right now. */
  readonly isTunnelAwaited: () => boolean;
  readonly lastFailure: Failure | null;
}

/** Gives the ground of now. */
export type GetActiveService = () => Promise<Result<ActiveService>>;
