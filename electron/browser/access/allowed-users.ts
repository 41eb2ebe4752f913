import { execFile } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { isHeldBy, findSocketOwner } from '../../core/program-start.ts';

/** Tells callers by the user of this computer who runs them. */
export interface AllowedUsers {
  /** Whether the caller is the user who started Causeway, or one of those named; also where that can't be told. */
  readonly isAllowed: (request: IncomingMessage) => Promise<boolean>;
  /** Whether it is cache to be the user who started Causeway. */
  readonly isSameUser: (request: IncomingMessage) => Promise<boolean>;
}

/** Looks once for each connection. */
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

/** The id of a user of this computer. */
export async function findUserId(name: string): Promise<Result<number>> {
  try {
    const { stdout } = await promisify(execFile)('id', ['-u', '--', name]);
    return ok(Number(stdout.trim()));
  } catch {
    return failed('invalid-input', `There is no user called ${name} on this computer.`, 'Check --allow-user.');
  }
}
