import type { CatalogEntry, Model } from '../../contract/catalog.ts';
import type { Result } from '../../contract/failure.ts';
import type { Mode } from '../../contract/profile.ts';
import type { LlmClient } from '../llm-client/llm-client.ts';
import type { DialTarget } from '../shared/dial.ts';
import type { NamedHop } from '../tunnel/tunnel.ts';
import type { Upstream } from '../upstream/upstream.ts';

/** The tunnel, where the direct way needs one. */
export interface TunnelProbe {
  /** What the user calls the instance. */
  readonly instance: string;
  /** The first server on the road, which is the instance where there are no jump hosts; fails where the road can't be read. */
  readonly firstHop: Result<NamedHop>;
  /** Opens a bare connection to it. */
  readonly reach: (signal: AbortSignal) => Promise<Result<undefined>>;
  /** Brings it up, asking the user where needed, and waits a bounded time. */
  readonly bringUp: (signal: AbortSignal) => Promise<Result<undefined>>;
}

/** The way to be looked at. */
export interface CheckTarget {
  readonly profileName: string;
  readonly service: DialTarget;
  readonly catalog: readonly CatalogEntry[];
  readonly models: readonly Model[];
  readonly client: LlmClient;
  readonly upstreams: Readonly<Record<Mode, Upstream>>;
  readonly token: (signal: AbortSignal) => Promise<Result<string | null>>;
  /** Null where the direct way goes straight. */
  readonly tunnel: TunnelProbe | null;
}
