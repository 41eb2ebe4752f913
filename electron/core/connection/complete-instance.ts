import { ok, type Result } from '../../contract/failure.ts';
import type { Instance } from '../../contract/profile.ts';
import type { OwnInstance } from '../profiles/profiles.ts';
import { resolveHops, type SshEnvironment } from '../tunnel/tunnel.ts';

/** An instance as ssh would take it: what the file leaves out is what the ssh config says for this host. */
export async function completeInstance(instance: OwnInstance, surroundings: SshEnvironment): Promise<Result<Instance>> {
  const { alias = null, transport } = instance;
  const host = instance.host ?? alias ?? '';
  if (alias === null && instance.port !== undefined && instance.login !== undefined) {
    return ok({ host, port: instance.port, login: instance.login, alias, transport });
  }
  const road = await resolveHops(alias === null ? { host, port: instance.port, login: instance.login } : { alias }, surroundings);
  if (!road.ok) return road;
  const { port = 22, login = surroundings.localUser } = road.value.hops.at(-1) ?? {};
  return ok({ host, port: instance.port ?? port, login: instance.login ?? login, alias, transport });
}
