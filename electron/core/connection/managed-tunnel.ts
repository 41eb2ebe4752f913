import type { TunnelStatus, TunnelPhase, TunnelActivity } from '../../contract/connection.ts';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Instance } from '../../contract/profile.ts';
import { FailureError, type DialTarget } from '../upstream/upstream.ts';
import type { HostKeyStore, Hop, Tunnel, TunnelChange, TunnelState } from '../tunnel/tunnel.ts';
import { tunnelEndText } from './text.ts';

/** The first jump host, or the instance itself. */
type FirstHop = Pick<Hop, 'name' | 'host' | 'port' | 'hasProxyCommand'>;

/** A new tunnel, with notes on unsupported ssh config options. */
export interface BuiltTunnel {
  readonly tunnel: Tunnel;
  readonly notes: readonly string[];
  readonly firstHop: FirstHop;
}

export interface ManagedTunnelOptions {
  /** The user's name for the instance. */
  readonly name: string;
  readonly transport: Instance['transport'];
  /** Resolves the hops to the instance again, because the ssh config may have changed. */
  readonly build: (signal: AbortSignal) => Promise<Result<BuiltTunnel>>;
  /** Stores the host key of a replaced instance. Undefined for the demo. */
  readonly hostKeys: Pick<HostKeyStore, 'replaceKey'> | undefined;
  readonly onChange: (state: TunnelPhase) => void;
}

/** A profile's tunnel. Built at first use, and again after a failure that only the user could fix. */
export type ManagedTunnel = ReturnType<typeof createManagedTunnel>;

type TunnelHandle =
  | { readonly kind: 'none' }
  | { readonly kind: 'building'; readonly built: Promise<Result<BuiltTunnel>>; readonly abort: AbortController }
  | { readonly kind: 'broken'; readonly failure: Failure }
  | ({ readonly kind: 'built'; readonly unlisten: () => void } & BuiltTunnel)
  | { readonly kind: 'stopped' };

const maxChanges = 200;

/** Creates the tunnel. Reads and opens nothing before the first dial. */
export function createManagedTunnel({ name, transport, build, hostKeys, onChange }: ManagedTunnelOptions) {
  let handle: TunnelHandle = { kind: 'none' };
  /** The history of earlier tunnels. */
  let earlierChanges: readonly TunnelChange[] = [];

  const phase = (): TunnelPhase => {
    switch (handle.kind) {
      case 'none':
        return { kind: 'idle' };
      case 'building':
        return { kind: 'connecting', hop: null, identity: null };
      case 'broken':
        return { kind: 'failed', failure: handle.failure };
      case 'built':
        return toPhase(handle.tunnel.state());
      case 'stopped':
        return { kind: 'stopped' };
    }
  };
  const setHandle = (next: TunnelHandle): void => {
    handle = next;
    onChange(phase());
  };
  /** Disposes the current tunnel. `lastCause` ends its history; omit it if another tunnel follows. */
  const disposeCurrent = (lastCause?: string): void => {
    if (handle.kind === 'building') handle.abort.abort(new Error('no longer wanted'));
    if (handle.kind !== 'built') return;
    handle.unlisten();
    const before = handle.tunnel.history();
    handle.tunnel.dispose();
    const end = handle.tunnel.history().at(-1);
    earlierChanges = [...earlierChanges, ...before, ...(end && lastCause !== undefined ? [{ ...end, cause: lastCause }] : [])].slice(
      -maxChanges,
    );
  };

  const ensure = (): Promise<Result<BuiltTunnel>> => {
    if (handle.kind === 'built') return Promise.resolve({ ok: true, value: handle });
    if (handle.kind === 'building') return handle.built;
    if (handle.kind === 'stopped') return Promise.resolve(switchedOff());
    const abort = new AbortController();
    const run = async (): Promise<Result<BuiltTunnel>> => {
      const result = await build(abort.signal);
      if (abort.signal.aborted) {
        if (result.ok) result.value.tunnel.dispose();
        return switchedOff();
      }
      if (!result.ok) setHandle({ kind: 'broken', failure: result.failure });
      else setHandle({ kind: 'built', ...result.value, unlisten: result.value.tunnel.onChange(({ state }) => onChange(toPhase(state))) });
      return result;
    };
    const built = run();
    setHandle({ kind: 'building', built, abort });
    return built;
  };
  const ensureTunnel = async (): Promise<Tunnel> => {
    const result = await ensure();
    if (!result.ok) throw new FailureError(result.failure);
    return result.value.tunnel;
  };
  const rebuild = (): void => {
    disposeCurrent();
    handle = { kind: 'none' };
    void ensure().then((result) => result.ok && result.value.tunnel.start());
  };

  const isUp = (): boolean => ['ready', 'suspect'].includes(phase().kind);
  const isInUse = (): boolean => isUp() || (handle.kind === 'built' && handle.tunnel.counters().openChannels > 0);

  return {
    isUp,
    /** Returns true if it is up or still carries answers on an earlier connection. */
    isInUse,
    /** Cancels connecting, with its questions, because the tunnel isn't needed now. A tunnel in use stays. */
    releaseIfUnused: (): void => {
      if (isInUse() || handle.kind === 'stopped' || handle.kind === 'none') return;
      disposeCurrent(tunnelEndText.notNeeded);
      setHandle({ kind: 'none' });
    },
    dial: async (target: DialTarget, signal: AbortSignal) => (await ensureTunnel()).dial(target, signal),
    ready: async (signal: AbortSignal, limitMs?: number): Promise<void> => (await ensureTunnel()).ready(signal, limitMs),
    /** Returns the first hop according to the current ssh config. */
    firstHop: async (): Promise<Result<FirstHop>> => {
      if (handle.kind !== 'stopped') {
        const result = await ensure();
        return result.ok ? ok(result.value.firstHop) : result;
      }
      // The first hop can be resolved without connecting.
      const result = await build(new AbortController().signal);
      if (result.ok) result.value.tunnel.dispose();
      return result.ok ? ok(result.value.firstHop) : result;
    },
    status: (): TunnelStatus => ({
      instance: name,
      transport,
      state: phase(),
      roundTripMs: handle.kind === 'built' ? rounded(handle.tunnel.counters().roundTripMs) : null,
      earlierAnswers: handle.kind === 'built' ? handle.tunnel.counters().earlier : 0,
    }),
    activity: (): TunnelActivity => {
      const built = handle.kind === 'built' ? handle : undefined;
      const { earlier: _earlier, ...counters } = built?.tunnel.counters() ?? {
        earlier: 0,
        received: 0,
        sent: 0,
        openChannels: 0,
        roundTripMs: undefined,
        uptimeMs: 0,
        reconnects: 0,
      };
      const changes = [...earlierChanges, ...(built?.tunnel.history() ?? [])].slice(-maxChanges);
      return {
        ...counters,
        roundTripMs: rounded(counters.roundTripMs),
        changes: changes.map(({ at, state, cause }) => ({ at, state: state.kind, cause })),
        notes: built?.notes ?? [],
      };
    },
    suspect: (cause: string): void => {
      if (handle.kind === 'built') handle.tunnel.suspect(cause);
    },
    stop: (): void => {
      disposeCurrent(tunnelEndText.stopped);
      setHandle({ kind: 'stopped' });
    },
    reconnect: (): void => {
      // After a failure that only the user could fix, resolve the hops again, because the ssh config may have changed.
      if (handle.kind === 'built' && handle.tunnel.state().kind !== 'failed') handle.tunnel.reconnectNow();
      else rebuild();
    },
    confirmNewInstance: async (fingerprint: string): Promise<Result<readonly string[]>> => {
      const refused = handle.kind === 'built' ? handle.tunnel.refusedKey() : undefined;
      if (!refused || !hostKeys) return fail('no-changed-host-key');
      const replaced = await hostKeys.replaceKey(refused.hop, refused.key, fingerprint);
      if (replaced.ok) rebuild(); // a tunnel keeps the host key it has seen, so it is rebuilt
      return replaced;
    },
    dispose: (): void => {
      disposeCurrent();
      handle = { kind: 'stopped' }; // so that a late dial builds nothing
    },
  };
}

function toPhase(state: TunnelState): TunnelPhase {
  switch (state.kind) {
    case 'connecting':
      return { kind: 'connecting', hop: state.hop ?? null, identity: state.identity ?? null };
    case 'suspect':
      return { kind: 'suspect', cause: state.cause };
    case 'idle':
    case 'waiting-for-user':
    case 'ready':
    case 'waiting-to-retry':
    case 'failed':
    case 'stopped':
      return state;
  }
}

/** Rounds to whole milliseconds from 10 ms on, so that the window isn't updated for small variations. */
function rounded(ms: number | undefined): number | null {
  if (ms === undefined) return null;
  return ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms);
}

function switchedOff(): Result<never> {
  return fail('tunnel-off');
}
