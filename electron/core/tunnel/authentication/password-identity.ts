import type { Identity } from '../types.ts';
import type { IdentityContext } from './file-identity.ts';
import { loginScope } from './secrets.ts';

/** As often as OpenSSH asks (NumberOfPasswordPrompts). */
export const maxAttempts = 3;

/**
 * The password, up to three times: that an attempt's turn comes means that the one before was refused. The first is the
 * password remembered or kept, if there is one. What was kept in this very round and refused is not left behind.
 */
export function createPasswordIdentities(context: IdentityContext): readonly Identity[] {
  const { hop, ask, throwIfGivenUp, secrets, memory, note } = context;
  const place = loginScope(hop);
  let hasTried = false;
  let wasKeptNow = false;

  const forgetRefused = async (signal: AbortSignal): Promise<void> => {
    memory.passwords.delete(place);
    if (wasKeptNow) await secrets.forget('ssh-password', place, signal);
    wasKeptNow = false;
  };

  const prepare = async (isLast: boolean, signal: AbortSignal): Promise<object | undefined> => {
    throwIfGivenUp();
    const recalled = hasTried ? undefined : await recallPassword(context, signal);
    const isAgain = hasTried;
    hasTried = true;
    if (recalled !== undefined) return { type: 'password', username: hop.login, password: recalled };
    const reply = await ask({ kind: 'password', hop: hop.name, login: hop.login, isAgain }, signal);
    if (reply.kind === 'not-asked') return undefined;
    if (isAgain) await forgetRefused(signal);
    if (reply.kind !== 'secret' || signal.aborted) return undefined;
    // Nobody will tell whether the last attempt was refused, so its password is not offered again unasked.
    if (!isLast) memory.passwords.set(place, reply.secret);
    if (reply.keep) {
      wasKeptNow = true;
      const trouble = await secrets.keep('ssh-password', place, reply.secret, signal);
      if (trouble) note(trouble);
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
export async function recallPassword(
  { hop, memory, secrets }: Pick<IdentityContext, 'hop' | 'memory' | 'secrets'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const place = loginScope(hop);
  return memory.passwords.get(place) ?? (await secrets.find('ssh-password', place, signal));
}
