import { isFailure, ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { ConnectionCheck } from '../../contract/connection-check.ts';
import type { Mode } from '../../contract/profile.ts';
import type { ConnectedService, ConnectionSupervisor } from '../connection/connection.ts';
import { probeServer, runConnectionCheck, type CheckTarget, type TunnelProbe } from '../connection-check/connection-check.ts';
import { noProfile, type Profiles } from '../profiles/profiles.ts';
import { abortable } from '../shared/abortable.ts';
import type { EventBus } from '../shared/event-bus.ts';
import { carriedFailure } from '../shared/dial.ts';

/** Checks the connection in one mode, step by step. */
export async function checkConnection(
  connection: ConnectionSupervisor,
  profiles: Profiles,
  events: EventBus,
  mode: Mode,
  signal: AbortSignal,
): Promise<Result<ConnectionCheck>> {
  const target = await resolveCheckTarget(mode, connection, profiles, signal);
  if (!target.ok) return target;
  const onChange = events.emit.bind(events, 'connectionCheck.changed');
  const check = await runConnectionCheck({ mode, target: target.value, clock: { now: () => performance.now() }, signal, onChange });
  // The status must not keep saying that all is well. Direct mode is not refreshed, because that may ask the user again.
  if (mode === 'proxy' && check.steps.some(({ state }) => state === 'bad')) void connection.refresh();
  return ok(check);
}

async function resolveCheckTarget(
  mode: Mode,
  connection: ConnectionSupervisor,
  profiles: Profiles,
  signal: AbortSignal,
): Promise<Result<CheckTarget>> {
  const service = await connection.getActiveService();
  if (!service.ok) return service;
  const profile = profiles.active();
  if (!profile) return noProfile;
  const { client, upstreams, token, models, serviceAddress, chooseDirectRoute } = service.value;
  // An undecided route is decided first. A check of the tunnel would blame the instance or ask for a passphrase without need.
  const route = mode === 'direct' ? await abortable(chooseDirectRoute(), signal) : 'straight';
  if (route === undefined) return fail('check-stopped');
  const tunnel = route === 'tunnel' ? await probeTunnel(service.value) : null;
  return ok({
    profileName: profile.service.name,
    service: serviceAddress,
    catalog: profile.service.catalog,
    client,
    tunnel,
    models,
    upstreams,
    token,
  });
}

async function probeTunnel({ managedTunnel: tunnel, timeouts }: ConnectedService): Promise<TunnelProbe | null> {
  if (!tunnel) return null;
  const firstHop = await tunnel.firstHop();
  return {
    instance: tunnel.status().instance,
    firstHop,
    isReachedByCommand: firstHop.ok && firstHop.value.hasProxyCommand === true && tunnel.status().transport === 'openssh',
    probeFirstHop: async (signal) => (firstHop.ok ? probeServer(firstHop.value, signal) : firstHop),
    connect: async (signal) => {
      const { kind } = tunnel.status().state;
      // tries again after a failure, because the user may have fixed it
      if (kind === 'failed' || kind === 'waiting-to-retry') tunnel.reconnect();
      try {
        await tunnel.ready(signal, timeouts.connectMs);
        return ok(undefined);
      } catch (error) {
        const failure = carriedFailure(error);
        if (failure === undefined) return fail('check-stopped');
        // the reason why the tunnel is down, not merely that it is
        const { cause } = failure.params;
        return { ok: false, failure: failure.reason === 'tunnel-down' && isFailure(cause) ? cause : failure };
      }
    },
  };
}
