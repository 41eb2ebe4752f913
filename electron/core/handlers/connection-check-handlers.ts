import { failed, ok, type Result } from '../../contract/failure.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Handlers } from '../../contract/routes.ts';
import type { ConnectionSupervisor, ConnectedService } from '../connection/connection.ts';
import { runConnectionCheck, probeServer, type CheckTarget, type TunnelProbe } from '../connection-check/connection-check.ts';
import { noProfile, type Profiles } from '../profiles/profiles.ts';
import type { EventBus } from '../shared/event-bus.ts';
import { carriedFailure } from '../shared/failure-error.ts';

/** Answers "What is wrong?". */
export function connectionCheckHandlers(
  connection: ConnectionSupervisor,
  profiles: Profiles,
  events: EventBus,
): Handlers<'connectionCheck.run', { readonly signal: AbortSignal }> {
  return {
    'connectionCheck.run': async ({ mode }, { signal }) => {
      const ground = await resolveCheckTarget(mode, connection, profiles);
      if (!ground.ok) return ground;
      const onChange = events.emit.bind(events, 'connectionCheck.changed');
      const diagnosis = await runConnectionCheck({ mode, target: ground.value, clock: { now: () => performance.now() }, signal, onChange });
      // The road must not go on saying that all is well; the direct way is left alone, since it may ask the user again.
      if (mode === 'proxy' && diagnosis.steps.some(({ state }) => state === 'bad')) void connection.refresh();
      return ok(diagnosis);
    },
  };
}

async function resolveCheckTarget(mode: Mode, connection: ConnectionSupervisor, profiles: Profiles): Promise<Result<CheckTarget>> {
  const [ground, handle] = [await connection.getActiveService(), await connection.getServiceHandle()];
  if (!ground.ok) return ground;
  if (!handle.ok) return handle;
  const profile = profiles.active();
  if (!profile) return noProfile;
  const { upstreams, token, models, serviceAddress, direct } = ground.value;
  const tunnel = mode === 'direct' && direct.now !== 'straight' ? await tunnelOf(ground.value) : null;
  return ok({
    profileName: profile.service.name,
    service: serviceAddress,
    catalog: profile.service.catalog,
    client: handle.value.client,
    tunnel,
    models,
    upstreams,
    token,
  });
}

async function tunnelOf({ managedTunnel, timeouts }: ConnectedService): Promise<TunnelProbe | null> {
  if (!managedTunnel) return null;
  const first = await managedTunnel.firstHop();
  return {
    instance: managedTunnel.status().instance,
    firstHop: first,
    probeFirstHop: async (signal) => (first.ok ? probeServer(first.value, signal) : first),
    connect: async (signal) => {
      const { kind } = managedTunnel.status().state;
      // what has failed is tried anew: the user asks because they may have mended it
      if (kind === 'failed' || kind === 'waiting-to-retry') managedTunnel.reconnect();
      try {
        await managedTunnel.ready(signal, timeouts.connectMs);
        return ok(undefined);
      } catch (error) {
        const { state } = managedTunnel.status();
        // That it is down is known; what keeps it down is what was asked.
        const failure = state.kind === 'waiting-to-retry' ? state.failure : carriedFailure(error);
        return failure ? { ok: false, failure } : failed('cancelled', 'The check was stopped.', 'Run it again.');
      }
    },
  };
}
