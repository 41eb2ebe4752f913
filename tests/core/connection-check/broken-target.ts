import { plainCapabilities, type Model } from '../../../electron/contract/catalog.ts';
import { ok, type Failure, type Result } from '../../../electron/contract/failure.ts';
import type { CheckTarget } from '../../../electron/core/connection-check/connection-check.ts';
import type { Outcome } from '../../../electron/core/llm-client/llm-client.ts';
import type { Upstream } from '../../../electron/core/upstream/upstream.ts';

/** Which parts are broken. */
export interface BrokenParts {
  /** Any connection of the upstream. */
  readonly probe?: Failure;
  /** Only the TLS handshake. */
  readonly secured?: Failure;
  /** A TCP connection to the first server of the route. */
  readonly reach?: Failure;
  readonly tunnel?: Failure;
  readonly list?: Failure;
  readonly token?: Failure;
  readonly hasNoToken?: boolean;
  readonly answer?: Failure;
}

const model: Model = {
  id: 'beta-4-scout',
  segment: 'beta-4-scout',
  engine: 'vllm',
  capabilities: plainCapabilities,
  contextLength: null,
  origin: 'declared',
  presence: { proxy: 'listed', direct: 'listed' },
};

const result = (failure: Failure | undefined): Result<undefined> => (failure ? { ok: false, failure } : ok(undefined));

/** Creates a service on this machine with the given parts broken. The host name and the first hop are real. */
export function brokenTarget(broken: BrokenParts, hasTunnel: boolean): CheckTarget {
  const upstream: Upstream = {
    host: 'localhost',
    request: () => Promise.reject(new Error('the diagnosis asks through the client')),
    probe: async (depth) => result(broken.probe ?? (depth === 'secured' ? broken.secured : undefined)),
  };
  const client: CheckTarget['client'] = {
    chat: async () => answerOf(broken.answer ?? null),
    complete: async () => answerOf(broken.answer ?? null),
    refreshCatalog: async () => ({
      models: [model],
      outcomes: [
        {
          mode: 'direct',
          segment: 'beta-4-scout',
          ms: 1,
          result: broken.list ? { kind: 'failed', failure: broken.list } : { kind: 'listed', models: [] },
        },
      ],
    }),
  };
  return {
    profileName: 'Institute',
    service: { host: 'localhost', port: 443 },
    catalog: [{ segment: 'beta-4-scout', engine: 'vllm', models: [] }],
    models: [model],
    client,
    upstreams: { proxy: upstream, direct: upstream },
    token: async () => (broken.token ? { ok: false, failure: broken.token } : ok(broken.hasNoToken ? null : 'sk-token')),
    tunnel: hasTunnel
      ? {
          instance: 'my-instance',
          firstHop: ok({ name: 'my-instance', host: 'localhost', port: 22 }),
          isReachedByCommand: false,
          probeFirstHop: async () => result(broken.reach),
          connect: async () => result(broken.tunnel),
        }
      : null,
  };
}

function answerOf(failure: Failure | null): Outcome {
  const timings = { firstTokenMs: null, totalMs: 1, tokensPerSecond: null, rateFrom: null };
  return { answer: { parts: [], finish: 'stop', usage: null, metrics: null, logprobs: null, timings, notes: [] }, failure };
}
