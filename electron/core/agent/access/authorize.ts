import type { Socket } from 'node:net';
import type { AgentKey, AgentSettings } from '../../../contract/agent.ts';
import type { SocketOwner } from '../../shared/socket-owner.ts';
import type { AgentError } from '../agent-error.ts';
import type { KeyRing } from '../local-keys.ts';
import type { ConnectionsPerKey } from '../limits.ts';
import { valueOf, type RawHeaders } from '../headers.ts';

/** What a request needs: nothing, the user's own programs, or a key because it spends the user's token. */
export type RequiredAccess = 'nothing' | 'own-user' | 'key';

/** Who came in; `key` is null where none was needed. */
export type Authorization = { readonly ok: true; readonly key: AgentKey | null } | { readonly ok: false; readonly error: AgentError };

/** Tells whose program is at the other end of a connection. */
export type IdentifyCaller = (socket: Socket) => Promise<SocketOwner>;

export interface AuthorizerOptions {
  readonly keys: Pick<KeyRing, 'find'>;
  readonly connections: ConnectionsPerKey;
  readonly settings: () => AgentSettings;
  readonly tellUser: IdentifyCaller;
  /** How a local key is made here, as the beginning of a sentence. */
  readonly makingKeys: string;
}

/** Decides who comes in. */
export interface Authorizer {
  readonly admit: (need: RequiredAccess, socket: Socket, shown: readonly string[]) => Promise<Authorization>;
  /** How a local key is made here, as the beginning of a sentence. */
  readonly makingKeys: string;
  /** For bytes that can show no key. */
  readonly admitRaw: (socket: Socket) => Promise<boolean>;
}

/** A key lets anyone in who holds it; without one it must be the same user, where that can be told. */
export function createAuthorizer({ keys, connections, settings, tellUser, makingKeys }: AuthorizerOptions): Authorizer {
  const remedy = `${makingKeys}, and send it as the API key.`;
  const noKey = (message: string): AgentError => ({ status: 401, code: 'key_missing', message, remedy, headers: challenge });
  const wrongKey: AgentError = { status: 401, code: 'key_refused', message: notOurs, remedy, headers: challenge };
  const users = new WeakMap<Socket, Promise<SocketOwner>>();
  const userOf = (socket: Socket): Promise<SocketOwner> => {
    const known = users.get(socket);
    if (known) return known;
    const asked = tellUser(socket);
    users.set(socket, asked); // a connection does not change hands while we talk over it
    return asked;
  };

  return {
    makingKeys,
    admit: async (need, socket, shown) => {
      for (const secret of shown) {
        const key = await keys.find(secret);
        if (!key) continue;
        const full = connections.enter(key.id, socket);
        return full ? refuse(full) : { ok: true, key };
      }
      if (need === 'nothing') return { ok: true, key: null };
      if (need === 'key') return refuse(shown.length > 0 ? wrongKey : noKey('This spends your API token, so it needs a local key.'));
      const { keyOnDirect } = settings();
      if (keyOnDirect === 'always') return refuse(shown.length > 0 ? wrongKey : noKey('You have asked for a local key on every path.'));
      switch (await userOf(socket)) {
        case 'same':
          return { ok: true, key: null };
        case 'other':
          return refuse(otherUser);
        case 'unknown':
          if (keyOnDirect === 'never') return { ok: true, key: null };
          return refuse(shown.length > 0 ? wrongKey : noKey('On this computer it can not be told whose program asks.'));
      }
    },
    admitRaw: async (socket) => {
      const { keyOnDirect } = settings();
      if (keyOnDirect === 'always') return false;
      const user = await userOf(socket);
      return user === 'same' || (user === 'unknown' && keyOnDirect === 'never');
    },
  };
}

function refuse(error: AgentError): Authorization {
  return { ok: false, error };
}

const challenge = { 'www-authenticate': 'Bearer realm="Causeway"' };
const notOurs = 'The key that was sent is not one of your local keys, or it was revoked.';

const otherUser: AgentError = {
  status: 403,
  code: 'other_user',
  message: 'This program belongs to another user of this computer.',
  remedy: 'Run it as the user who runs Causeway, or give it a local key.',
};

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

/** The key a request shows: `Authorization: Bearer` or `x-api-key`. */
export function readKey(headers: RawHeaders): string | undefined {
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(valueOf(headers, 'authorization') ?? '')?.[1];
  return bearer ?? (valueOf(headers, 'x-api-key')?.trim() || undefined);
}

/** The key a CONNECT shows: `Bearer`, or `Basic` with the key as name or password, which is what a proxy's address can hold. */
export function readProxyKeys(headers: RawHeaders): readonly string[] {
  const [, scheme = '', value = ''] = /^(bearer|basic)\s+(\S+)\s*$/i.exec(valueOf(headers, 'proxy-authorization') ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return [value];
  if (scheme === '') return [];
  const plain = Buffer.from(value, 'base64').toString();
  const colon = plain.indexOf(':');
  return (colon < 0 ? [plain] : [plain.slice(colon + 1), plain.slice(0, colon)]).filter((part) => part !== '');
}
