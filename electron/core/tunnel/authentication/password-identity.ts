import type { Identity } from '../types.ts';
import type { IdentityContext } from './key-file-identity.ts';
import { loginScope } from './secrets.ts';
import { identityLabels } from '../text.ts';

/** OpenSSH's default for NumberOfPasswordPrompts. */
export const maxAttempts = 3;

/**
 * Creates identities that offer the password, up to three times. The first attempt uses the cached or saved password. Reaching
 * another attempt means the previous password was rejected. A password saved during this sign-in is deleted if it is rejected.
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
    // Nothing reports whether the last password was rejected, so it is not cached.
    if (!isLast) cache.passwords.set(scope, reply.secret);
    if (reply.keep) {
      wasJustSaved = true;
      const problem = await secrets.save('ssh-password', scope, reply.secret, signal);
      if (problem) note(problem);
    }
    return { type: 'password', username: hop.login, password: reply.secret };
  };

  return Array.from({ length: maxAttempts }, (_, index) => ({
    label: identityLabels.password(index + 1),
    method: 'password' as const,
    prepare: (signal: AbortSignal) => prepare(index === maxAttempts - 1, signal),
  }));
}

/** Returns the cached password of this login, or the saved one. */
export async function findPassword(
  { hop, cache, secrets }: Pick<IdentityContext, 'hop' | 'cache' | 'secrets'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const scope = loginScope(hop);
  return cache.passwords.get(scope) ?? (await secrets.find('ssh-password', scope, signal));
}
