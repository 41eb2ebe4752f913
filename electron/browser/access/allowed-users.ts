import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { isHeldBy, findSocketOwner } from '../../core/program-start.ts';

/** Checks callers by the OS user that runs them. */
export interface AllowedUsers {
  /** Returns whether the caller is the user who started Causeway or an allowed one. Returns true if the platform can't tell. */
  readonly isAllowed: (request: IncomingMessage) => Promise<boolean>;
  /** Returns whether the caller is known to be the user who started Causeway. */
  readonly isSameUser: (request: IncomingMessage) => Promise<boolean>;
}

/** Creates the check. The result is cached per connection. */
export function createAllowedUsers(furtherIds: readonly number[]): AllowedUsers {
  const ids = [...(process.getuid ? [process.getuid()] : []), ...furtherIds];
  const cache = new WeakMap<object, Promise<boolean>>();
  return {
    isAllowed: ({ socket }) => {
      const found = cache.get(socket) ?? isHeldBy(socket, ids);
      cache.set(socket, found);
      return found;
    },
    isSameUser: async ({ socket }) => (await findSocketOwner(socket)) === 'same',
  };
}

/** Returns the id of an OS user. */
export async function findUserId(name: string): Promise<Result<number>> {
  const { execFile } = await import('node:child_process');
  try {
    const { stdout } = await promisify(execFile)('id', ['-u', '--', name]);
    return ok(Number(stdout.trim()));
  } catch {
    return fail('flag-allow-user', { given: name });
  }
}
