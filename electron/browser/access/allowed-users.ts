import type { Socket } from 'node:net';
import os from 'node:os';
import { promisify } from 'node:util';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/start.ts';
import { batchLookups, findOwnerIds, type OwnerId } from '../../core/program-start.ts';

/** Checks callers by the OS user that runs them. */
export interface AllowedUsers {
  /** Returns whether the caller is the user who started Causeway or an allowed one. Returns true if the platform can't tell. */
  readonly isAllowed: (socket: Socket) => Promise<boolean>;
  /** Returns whether the caller is known to be the user who started Causeway. */
  readonly isSameUser: (socket: Socket) => Promise<boolean>;
}

/** Creates the check. The owner of each connection is looked up once. */
export function createAllowedUsers(furtherIds: readonly number[]): AllowedUsers {
  const ownId = process.getuid?.();
  const allowedIds = ownId === undefined ? furtherIds : [ownId, ...furtherIds];
  const isWsl = /microsoft/i.test(os.release());
  const identify = batchLookups(findOwnerIds);
  const owners = new WeakMap<Socket, Promise<OwnerId>>();
  const ownerOf = (socket: Socket): Promise<OwnerId> => {
    const owner = owners.get(socket) ?? identify(socket);
    owners.set(socket, owner);
    return owner;
  };
  return {
    isAllowed: async (socket) => isAllowedOwner(await ownerOf(socket), allowedIds, isWsl),
    isSameUser: async (socket) => (await ownerOf(socket)) === ownId,
  };
}

/**
 * Returns whether a connection's owner may use the pages. WSL passes on the connections of Windows programs as root's or as nobody's, so
 * that their users can't be told apart, as on Windows itself.
 */
export function isAllowedOwner(owner: OwnerId, allowedIds: readonly number[], isWsl: boolean): boolean {
  if (owner === 'unknown' || (isWsl && (owner === 'gone' || owner === 0))) return true;
  return owner !== 'gone' && allowedIds.includes(owner);
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
