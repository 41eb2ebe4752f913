import { systemSshEnvironment, type SshEnvironment, resolveHops } from '../tunnel/tunnel.ts';
import { ok, type Result } from '../../contract/failure.ts';
import type { Instance } from '../../contract/profile.ts';
import type { OwnInstance } from '../profiles/profiles.ts';
import type { LoginShellEnvironment } from '../shared/login-shell.ts';

/** Returns a reader of the user's ssh environment. It includes the login shell's, because a desktop start lacks its variables. */
export function readSshEnvironment(
  environment: SshEnvironment['variables'],
  readLoginShell: () => Promise<LoginShellEnvironment>,
): () => Promise<SshEnvironment> {
  return async () => {
    if (environment['SSH_AUTH_SOCK']) return systemSshEnvironment(environment); // started from a terminal
    return systemSshEnvironment({ ...environment, ...(await readLoginShell()) });
  };
}

/** Completes an instance from the ssh config, as ssh would. */
export async function completeInstance(instance: OwnInstance, environment: SshEnvironment): Promise<Result<Instance>> {
  const { alias = null, transport } = instance;
  const host = instance.host ?? alias ?? '';
  if (alias === null && instance.port !== undefined && instance.login !== undefined) {
    return ok({ host, port: instance.port, login: instance.login, alias, transport });
  }
  const chain = await resolveHops(alias === null ? { host, port: instance.port, login: instance.login } : { alias }, environment);
  if (!chain.ok) return chain;
  const { port = 22, login = environment.localUser } = chain.value.hops.at(-1) ?? {};
  return ok({ host, port: instance.port ?? port, login: instance.login ?? login, alias, transport });
}
