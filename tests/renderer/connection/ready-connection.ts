import type { ReadyConnection, TunnelStatus, TunnelPhase } from '../../../electron/contract/connection.ts';

/** Returns a working connection in proxy mode with these differences. */
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

/** Returns a tunnel through `my-instance` in a state. */
export function tunnelIn(state: TunnelPhase, roundTripMs: number | null = null, earlierAnswers = 0): TunnelStatus {
  return { instance: 'my-instance', transport: 'ssh2', state, roundTripMs, earlierAnswers };
}
