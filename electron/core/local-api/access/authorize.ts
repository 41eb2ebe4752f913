import type { Socket } from 'node:net';
import type { LocalKey, LocalApiSettings } from '../../../contract/local-api.ts';
import type { SocketOwner } from '../../shared/socket-owner.ts';
import type { LocalApiError } from '../local-api-error.ts';
import { keyMissing, keyRefused, otherUser, type KeyNeed } from '../api-errors.ts';
import type { KeyRing } from '../local-keys.ts';
import { headerValue, type RawHeaders } from '../headers.ts';

/** The access a request needs: none, one of the user's own programs, or a key because it spends the user's token. */
export type RequiredAccess = 'nothing' | 'own-user' | 'key';

/** The result of authorizing a request. `key` is null if none was needed. */
export type Authorization = { readonly ok: true; readonly key: LocalKey | null } | { readonly ok: false; readonly error: LocalApiError };

/** Finds the OS user at the other end of a connection. */
export type IdentifyCaller = (socket: Socket) => Promise<SocketOwner>;

export interface AuthorizerOptions {
  readonly keys: Pick<KeyRing, 'find'>;
  readonly settings: () => LocalApiSettings;
  readonly identifyCaller: IdentifyCaller;
  /** Sentence prefix that tells a rejected caller how to create a local key. */
  readonly keyHint: string;
}

/** Decides which callers are allowed. */
export type Authorizer = ReturnType<typeof createAuthorizer>;

/** Creates the authorizer. A valid key is always accepted. Without one the caller must be the same OS user, if the platform can tell. */
export function createAuthorizer({ keys, settings, identifyCaller, keyHint }: AuthorizerOptions) {
  const requireKey = (need: KeyNeed, presented: readonly string[]): Authorization =>
    rejected(presented.length > 0 ? keyRefused(keyHint) : keyMissing(need, keyHint));
  const owners = new WeakMap<Socket, Promise<SocketOwner>>();
  const proven = new WeakSet<Socket>();
  const ownerOf = (socket: Socket): Promise<SocketOwner> => {
    const cached = owners.get(socket);
    if (cached) return cached;
    const pending = identifyCaller(socket);
    owners.set(socket, pending); // the owner of a connection doesn't change
    void pending.then((owner) => owner === 'same' && proven.add(socket)).catch(() => undefined);
    return pending;
  };

  return {
    keyHint,
    /** Returns true if a connection has shown a valid key or belongs to the user. */
    isProven: (socket: Socket): boolean => proven.has(socket),
    authorize: async (required: RequiredAccess, socket: Socket, presented: readonly string[]): Promise<Authorization> => {
      for (const secret of presented) {
        const key = await keys.find(secret);
        if (!key) continue;
        proven.add(socket);
        return { ok: true, key };
      }
      if (required === 'nothing') return { ok: true, key: null };
      if (required === 'key') return requireKey('spends-token', presented);
      const { keyOnDirect } = settings();
      if (keyOnDirect === 'always') return requireKey('always', presented);
      switch (await ownerOf(socket)) {
        case 'same':
          return { ok: true, key: null };
        case 'other':
          return rejected(otherUser);
        case 'unknown':
          return keyOnDirect === 'never' ? { ok: true, key: null } : requireKey('unknown-caller', presented);
      }
    },
    /** Authorizes a raw connection, which can't present a key. */
    authorizeRaw: async (socket: Socket): Promise<boolean> => {
      const { keyOnDirect } = settings();
      if (keyOnDirect === 'always') return false;
      const owner = await ownerOf(socket);
      return owner === 'same' || (owner === 'unknown' && keyOnDirect === 'never');
    },
  };
}

function rejected(error: LocalApiError): Authorization {
  return { ok: false, error };
}

/** Returns the key of a request from `Authorization: Bearer` or `x-api-key`. */
export function readBearerKey(headers: RawHeaders): string | undefined {
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(headerValue(headers, 'authorization') ?? '')?.[1];
  return bearer ?? (headerValue(headers, 'x-api-key')?.trim() || undefined);
}

/** Returns the possible keys of a CONNECT request: `Bearer`, or `Basic` with the key as user name or password, as in a proxy URL. */
export function readProxyKeys(headers: RawHeaders): readonly string[] {
  const [, scheme = '', value = ''] = /^(bearer|basic)\s+(\S+)\s*$/i.exec(headerValue(headers, 'proxy-authorization') ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return [value];
  if (scheme === '') return [];
  const plain = Buffer.from(value, 'base64').toString();
  const colon = plain.indexOf(':');
  return (colon < 0 ? [plain] : [plain.slice(colon + 1), plain.slice(0, colon)]).filter((part) => part !== '');
}
