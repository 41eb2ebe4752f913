import type { TunnelStatus, TunnelPhase, TunnelActivity } from '../../contract/connection.ts';
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import type { Instance } from '../../contract/profile.ts';
import { FailureError, type Dial } from '../upstream/upstream.ts';
import type { HostKeyStore, NamedHop, Tunnel, TunnelChange, TunnelState } from '../tunnel/tunnel.ts';

/** A tunnel that was just built, and what the ssh config asked for in vain. */
export interface BuiltTunnel {
  readonly tunnel: Tunnel;
  readonly notes: readonly string[];
  /** The first server on the road: a jump host, or the instance itself. */
  readonly firstHop: NamedHop;
}

export interface ManagedTunnelOptions {
  /** What the user calls the instance. */
  readonly name: string;
  /** Who carries the tunnel; `why` where it is not the profile that says so. */
  readonly transport: () => { readonly kind: Instance['transport']; readonly why: string | null };
  /** Reads the way to the instance, which may have changed since it was last read. */
  readonly build: (signal: AbortSignal) => Promise<Result<BuiltTunnel>>;
  /** Where "this is a new instance" is written down; none for the demo. */
  readonly hostKeys: Pick<HostKeyStore, 'replaceKey'> | undefined;
  readonly onChange: (state: TunnelPhase) => void;
}

/** The tunnel of one profile: built when it is first needed, and anew after what only the user could mend. */
export interface ManagedTunnel {
  readonly dial: Dial;
  readonly ready: (signal: AbortSignal, limitMs?: number) => Promise<void>;
  /** Where the road begins, as the ssh config has it now. */
  readonly firstHop: () => Promise<Result<NamedHop>>;
  readonly status: () => TunnelStatus;
  readonly activity: () => TunnelActivity;
  readonly suspect: (cause: string) => void;
  readonly isUp: () => boolean;
  /** Whether it is up, or answers are under way over an earlier connection. */
  readonly isInUse: () => boolean;
  /** It is not needed now: an attempt to bring it up ends, with its questions; one that is in use stays. */
  readonly rest: () => void;
  readonly stop: () => void;
  readonly reconnect: () => void;
  readonly confirmNewInstance: (fingerprint: string) => Promise<Result<readonly string[]>>;
  readonly dispose: () => void;
}

type TunnelHandle =
  | { readonly kind: 'none' }
  | { readonly kind: 'building'; readonly built: Promise<Result<BuiltTunnel>>; readonly abort: AbortController }
  | { readonly kind: 'broken'; readonly failure: Failure }
  | ({ readonly kind: 'built'; readonly unlisten: () => void } & BuiltTunnel)
  | { readonly kind: 'stopped' };

const keptChanges = 200;

/** Nothing is read or opened before the first dial. */
export function createManagedTunnel({ name, transport, build, hostKeys, onChange }: ManagedTunnelOptions): ManagedTunnel {
  let holding: TunnelHandle = { kind: 'none' };
  /** What tunnels before this one went through. */
  let former: readonly TunnelChange[] = [];

  const stateNow = (): TunnelPhase => {
    switch (holding.kind) {
      case 'none':
        return { kind: 'idle' };
      case 'building':
        return { kind: 'connecting', hop: null, identity: null };
      case 'broken':
        return { kind: 'failed', failure: holding.failure };
      case 'built':
        return faceOf(holding.tunnel.state());
      case 'stopped':
        return { kind: 'stopped' };
    }
  };
  const hold = (next: TunnelHandle): void => {
    holding = next;
    onChange(stateNow());
  };
  /** `lastCause`: why it ends, for its history; left out where another takes its place. */
  const disposeCurrent = (lastCause?: string): void => {
    if (holding.kind === 'building') holding.abort.abort(new Error('no longer wanted'));
    if (holding.kind !== 'built') return;
    holding.unlisten();
    const before = holding.tunnel.history();
    holding.tunnel.dispose();
    const end = holding.tunnel.history().at(-1);
    former = [...former, ...before, ...(end && lastCause !== undefined ? [{ ...end, cause: lastCause }] : [])].slice(-keptChanges);
  };

  const ensure = (): Promise<Result<BuiltTunnel>> => {
    if (holding.kind === 'built') return Promise.resolve({ ok: true, value: holding });
    if (holding.kind === 'building') return holding.built;
    if (holding.kind === 'stopped') return Promise.resolve(switchedOff());
    const abort = new AbortController();
    const run = async (): Promise<Result<BuiltTunnel>> => {
      const made = await build(abort.signal);
      if (abort.signal.aborted) {
        if (made.ok) made.value.tunnel.dispose();
        return switchedOff();
      }
      if (!made.ok) hold({ kind: 'broken', failure: made.failure });
      else hold({ kind: 'built', ...made.value, unlisten: made.value.tunnel.onChange(({ state }) => onChange(faceOf(state))) });
      return made;
    };
    const built = run();
    hold({ kind: 'building', built, abort });
    return built;
  };
  const tunnelNow = async (): Promise<Tunnel> => {
    const made = await ensure();
    if (!made.ok) throw new FailureError(made.failure);
    return made.value.tunnel;
  };
  const begin = (): void => {
    disposeCurrent();
    holding = { kind: 'none' };
    void ensure().then((made) => made.ok && made.value.tunnel.start());
  };

  const isUp = (): boolean => ['ready', 'suspect'].includes(stateNow().kind);
  const isInUse = (): boolean => isUp() || (holding.kind === 'built' && holding.tunnel.counters().openChannels > 0);

  return {
    isUp,
    isInUse,
    rest: () => {
      if (isInUse() || holding.kind === 'stopped' || holding.kind === 'none') return;
      disposeCurrent('it is not needed now');
      hold({ kind: 'none' });
    },
    dial: async (target, signal) => (await tunnelNow()).dial(target, signal),
    ready: async (signal, limitMs) => (await tunnelNow()).ready(signal, limitMs),
    firstHop: async () => {
      if (holding.kind !== 'stopped') {
        const made = await ensure();
        return made.ok ? ok(made.value.firstHop) : made;
      }
      // Read all the same: where the road begins can be looked at without going it.
      const made = await build(new AbortController().signal);
      if (made.ok) made.value.tunnel.dispose();
      return made.ok ? ok(made.value.firstHop) : made;
    },
    status: () => ({
      instance: name,
      transport: transport().kind,
      transportReason: transport().why,
      state: stateNow(),
      roundTripMs: holding.kind === 'built' ? rounded(holding.tunnel.counters().roundTripMs) : null,
      earlierAnswers: holding.kind === 'built' ? holding.tunnel.counters().earlier : 0,
    }),
    activity: () => {
      const built = holding.kind === 'built' ? holding : undefined;
      const { earlier: _earlier, ...counters } = built?.tunnel.counters() ?? {
        earlier: 0,
        received: 0,
        sent: 0,
        openChannels: 0,
        roundTripMs: undefined,
        uptimeMs: 0,
        reconnects: 0,
      };
      const changes = [...former, ...(built?.tunnel.history() ?? [])].slice(-keptChanges);
      return {
        ...counters,
        roundTripMs: rounded(counters.roundTripMs),
        changes: changes.map(({ at, state, cause }) => ({ at, state: state.kind, cause })),
        notes: built?.notes ?? [],
      };
    },
    suspect: (cause) => {
      if (holding.kind === 'built') holding.tunnel.suspect(cause);
    },
    stop: () => {
      disposeCurrent('you stopped it');
      hold({ kind: 'stopped' });
    },
    reconnect: () => {
      // A tunnel that only the user could mend was mended elsewhere, in the ssh config perhaps: the way is read again.
      if (holding.kind === 'built' && holding.tunnel.state().kind !== 'failed') holding.tunnel.reconnectNow();
      else begin();
    },
    confirmNewInstance: async (fingerprint) => {
      const refused = holding.kind === 'built' ? holding.tunnel.refusedKey() : undefined;
      if (!refused || !hostKeys) {
        return failed('invalid-input', 'No changed host key waits to be confirmed.', 'Reconnect, and confirm it when the key is refused.');
      }
      const replaced = await hostKeys.replaceKey(refused.hop, refused.key, fingerprint);
      if (replaced.ok) begin(); // a tunnel holds on to the key it has seen, so another one is needed
      return replaced;
    },
    dispose: () => {
      disposeCurrent();
      holding = { kind: 'stopped' }; // so that a late dial builds nothing
    },
  };
}

function faceOf(state: TunnelState): TunnelPhase {
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

/** Whole milliseconds where they are many, so that the window is not told of every breath of the network. */
function rounded(ms: number | undefined): number | null {
  if (ms === undefined) return null;
  return ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms);
}

function switchedOff(): Result<never> {
  return failed('tunnel-unavailable', 'The tunnel is switched off.', 'Switch the tunnel on and ask again.');
}
