import type { Identity } from '../types.ts';
import type { IdentityContext } from './key-file-identity.ts';
import { loginScope } from './secrets.ts';

/** As often as OpenSSH asks (NumberOfPasswordPrompts). */
export const maxAttempts = 3;

/**
 * The password, up to three times: that an attempt's turn comes means that the one before was refused. The first is the
 * password remembered or kept, if there is one. What was kept in this very round and refused is not left behind.
 */
export function createPasswordIdentities(context: IdentityContext): readonly Identity[] {
  const { hop, ask, throwIfDismissed, secrets, cache, note } = context;
  const scope = loginScope(hop);
  let hasTried = false;
  let wasJustSaved = false;

  const removeRejected = async (signal: AbortSignal): Promise<void> => {
    cache.passwords.delete(scope);
    if (wasJustSaved) await secrets.remove('ssh-password', scope, signal);
    wasJustSaved = false;
  };

  const prepare = async (isLast: boolean, signal: AbortSignal): Promise<object | undefined> => {
    throwIfDismissed();
    const saved = hasTried ? undefined : await findPassword(context, signal);
    const isAgain = hasTried;
    hasTried = true;
    if (saved !== undefined) return { type: 'password', username: hop.login, password: saved };
    const reply = await ask({ kind: 'password', hop: hop.name, login: hop.login, isAgain }, signal);
    if (reply.kind === 'not-asked') return undefined;
    if (isAgain) await removeRejected(signal);
    if (reply.kind !== 'secret' || signal.aborted) return undefined;
    // Nobody will tell whether the last attempt was refused, so its password is not offered again unasked.
    if (!isLast) cache.passwords.set(scope, reply.secret);
    if (reply.keep) {
      wasJustSaved = true;
      const problem = await secrets.save('ssh-password', scope, reply.secret, signal);
      if (problem) note(problem);
    }
    return { type: 'password', username: hop.login, password: reply.secret };
  };

  return Array.from({ length: maxAttempts }, (_, index) => ({
    label: index === 0 ? 'password' : `password, attempt ${index + 1}`,
    method: 'password' as const,
    prepare: (signal: AbortSignal) => prepare(index === maxAttempts - 1, signal),
  }));
}

/** The password that let the user in before, or that they keep for this login. */
export async function findPassword(
  { hop, cache, secrets }: Pick<IdentityContext, 'hop' | 'cache' | 'secrets'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const scope = loginScope(hop);
  return cache.passwords.get(scope) ?? (await secrets.find('ssh-password', scope, signal));
}
