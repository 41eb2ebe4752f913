import type { ReadyConnection, TunnelStatus, TunnelPhase } from '../../../electron/contract/connection.ts';

/** A connection that works by the proxy, but for what a test says. */
export function readyConnection(change: Partial<ReadyConnection> = {}): ReadyConnection {
  return {
    state: 'ready',
    profile: { id: 'institute-abcde', name: 'Institute', isDemo: false },
    mode: 'proxy',
    models: [],
    direct: { wanted: 'auto', now: 'undecided', why: 'The engines have not been asked yet.' },
    tunnel: null,
    token: { state: 'set', keeping: 'keychain', since: 0, tail: 'f3a2' },
    lists: [],
    isRefreshing: false,
    ...change,
  };
}

/** A tunnel through `my-instance` in a state. */
export function tunnelIn(state: TunnelPhase, roundTripMs: number | null = null, earlierAnswers = 0): TunnelStatus {
  return { instance: 'my-instance', transport: 'ssh2', transportReason: null, state, roundTripMs, earlierAnswers };
}
