import type { Socket } from 'node:net';
import type { SocketOwner } from '../../shared/socket-owner.ts';
import type { IdentifyCaller } from './authorize.ts';

/** Looks up whose program is at the other end of each of these connections. */
export type LookUpCallers = (sockets: readonly Socket[]) => Promise<readonly SocketOwner[]>;

/** One look at a time: whoever comes during one waits for the next, together with all others who do. */
export function batchLookups(look: LookUpCallers): IdentifyCaller {
  let former: Promise<unknown> = Promise.resolve();
  let next: { readonly sockets: Socket[]; readonly users: Promise<readonly SocketOwner[]> } | undefined;

  const prepare = (): NonNullable<typeof next> => {
    const sockets: Socket[] = [];
    const users = former.then(() => {
      next = undefined; // it begins now, and can't be joined any more
      return look(sockets);
    });
    former = users.catch(() => undefined);
    return { sockets, users };
  };

  return async (socket) => {
    next ??= prepare();
    const at = next.sockets.push(socket) - 1;
    const users = await next.users;
    return users[at] ?? 'unknown';
  };
}
