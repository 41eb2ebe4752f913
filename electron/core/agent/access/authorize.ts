import type { Socket } from 'node:net';
import type { AgentKey, AgentSettings } from '../../../contract/agent.ts';
import type { SocketOwner } from '../../shared/socket-owner.ts';
import type { AgentError } from '../agent-error.ts';
import type { KeyRing } from '../local-keys.ts';
import type { ConnectionsPerKey } from '../limits.ts';
import { headerValue, type RawHeaders } from '../headers.ts';

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
  readonly identifyCaller: IdentifyCaller;
  /** How a local key is made here, as the beginning of a sentence. */
  readonly keyHint: string;
}

/** Decides who comes in. */
export interface Authorizer {
  readonly authorize: (required: RequiredAccess, socket: Socket, presented: readonly string[]) => Promise<Authorization>;
  /** How a local key is made here, as the beginning of a sentence. */
  readonly keyHint: string;
  /** For bytes that can show no key. */
  readonly authorizeRaw: (socket: Socket) => Promise<boolean>;
}

/** A key lets anyone in who holds it; without one it must be the same user, where that can be told. */
export function createAuthorizer({ keys, connections, settings, identifyCaller, keyHint }: AuthorizerOptions): Authorizer {
  const remedy = `${keyHint}, and send it as the API key.`;
  const keyMissing = (message: string): AgentError => ({ status: 401, code: 'key_missing', message, remedy, headers: challengeHeaders });
  const keyRefused: AgentError = { status: 401, code: 'key_refused', message: keyRefusedMessage, remedy, headers: challengeHeaders };
  const owners = new WeakMap<Socket, Promise<SocketOwner>>();
  const ownerOf = (socket: Socket): Promise<SocketOwner> => {
    const cached = owners.get(socket);
    if (cached) return cached;
    const pending = identifyCaller(socket);
    owners.set(socket, pending); // a connection does not change hands while we talk over it
    return pending;
  };

  return {
    keyHint,
    authorize: async (required, socket, presented) => {
      for (const secret of presented) {
        const key = await keys.find(secret);
        if (!key) continue;
        const full = connections.register(key.id, socket);
        return full ? rejected(full) : { ok: true, key };
      }
      if (required === 'nothing') return { ok: true, key: null };
      if (required === 'key')
        return rejected(presented.length > 0 ? keyRefused : keyMissing('This spends your API token, so it needs a local key.'));
      const { keyOnDirect } = settings();
      if (keyOnDirect === 'always')
        return rejected(presented.length > 0 ? keyRefused : keyMissing('You have asked for a local key on every path.'));
      switch (await ownerOf(socket)) {
        case 'same':
          return { ok: true, key: null };
        case 'other':
          return rejected(otherUser);
        case 'unknown':
          if (keyOnDirect === 'never') return { ok: true, key: null };
          return rejected(presented.length > 0 ? keyRefused : keyMissing('On this computer it can not be told whose program asks.'));
      }
    },
    authorizeRaw: async (socket) => {
      const { keyOnDirect } = settings();
      if (keyOnDirect === 'always') return false;
      const owner = await ownerOf(socket);
      return owner === 'same' || (owner === 'unknown' && keyOnDirect === 'never');
    },
  };
}

function rejected(error: AgentError): Authorization {
  return { ok: false, error };
}

const challengeHeaders = { 'www-authenticate': 'Bearer realm="Causeway"' };
const keyRefusedMessage = 'The key that was sent is not one of your local keys, or it was revoked.';

const otherUser: AgentError = {
  status: 403,
  code: 'other_user',
  message: 'This program belongs to another user of this computer.',
  remedy: 'Run it as the user who runs Causeway, or give it a local key.',
};

/** Looks up whose program is at the other end of each of these connections. */
export type LookUpCallers = (sockets: readonly Socket[]) => Promise<readonly SocketOwner[]>;

/** One look at a time: whoever comes during one waits for the next, together with all others who do. */
export function batchLookups(lookUp: LookUpCallers): IdentifyCaller {
  let previous: Promise<unknown> = Promise.resolve();
  let batch: { readonly sockets: Socket[]; readonly owners: Promise<readonly SocketOwner[]> } | undefined;

  const openBatch = (): NonNullable<typeof batch> => {
    const sockets: Socket[] = [];
    const owners = previous.then(() => {
      batch = undefined; // it begins now, and can't be joined any more
      return lookUp(sockets);
    });
    previous = owners.catch(() => undefined);
    return { sockets, owners };
  };

  return async (socket) => {
    batch ??= openBatch();
    const position = batch.sockets.push(socket) - 1;
    const owners = await batch.owners;
    return owners[position] ?? 'unknown';
  };
}

/** The key a request shows: `Authorization: Bearer` or `x-api-key`. */
export function readBearerKey(headers: RawHeaders): string | undefined {
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(headerValue(headers, 'authorization') ?? '')?.[1];
  return bearer ?? (headerValue(headers, 'x-api-key')?.trim() || undefined);
}

/** The key a CONNECT shows: `Bearer`, or `Basic` with the key as name or password, which is what a proxy's address can hold. */
export function readProxyKeys(headers: RawHeaders): readonly string[] {
  const [, scheme = '', value = ''] = /^(bearer|basic)\s+(\S+)\s*$/i.exec(headerValue(headers, 'proxy-authorization') ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return [value];
  if (scheme === '') return [];
  const plain = Buffer.from(value, 'base64').toString();
  const colon = plain.indexOf(':');
  return (colon < 0 ? [plain] : [plain.slice(colon + 1), plain.slice(0, colon)]).filter((part) => part !== '');
}
