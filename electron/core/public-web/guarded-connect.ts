import { lookup } from 'node:dns/promises';
import net from 'node:net';
import type tls from 'node:tls';
import { buildConnector } from 'undici';
import { failure } from '../../contract/failures/fail.ts';
import { FailureError } from '../shared/dial.ts';
import { isLocalName, isPublicAddress } from './address-rules.ts';

/** Resolves a name to addresses. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Resolves names with the system's resolver. */
export const systemResolve: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

export interface GuardOptions {
  /** Returns whether the user has listed this host, so that it may be on this computer or its own network. */
  readonly isListed: (hostname: string, port: number) => boolean;
  readonly resolve: Resolve;
  readonly trust: () => Promise<tls.SecureContext>;
  readonly connectMs: number;
}

/**
 * Connects only where the rules allow. The name is resolved once, and the connection goes to one of the checked addresses, so that DNS
 * rebinding gains nothing.
 */
export function guardedConnector({ isListed, resolve, trust, connectMs }: GuardOptions): buildConnector.connector {
  return (options, settle) => {
    const isSecure = options.protocol === 'https:';
    const port = options.port === '' ? (isSecure ? 443 : 80) : Number(options.port);
    const host = options.hostname.replace(/^\[|\]$/g, '');
    const isFree = isListed(net.isIPv6(host) ? `[${host}]` : host, port);

    const connectTo = async (addresses: readonly string[]): Promise<void> => {
      const secureContext = isSecure ? await trust() : undefined;
      const connect = buildConnector({
        timeout: connectMs,
        allowH2: false,
        autoSelectFamily: true,
        rejectUnauthorized: true, // otherwise NODE_TLS_REJECT_UNAUTHORIZED would decide
        ...(secureContext ? { secureContext } : {}),
        lookup: (_name, wanted, answer) => {
          const found = addresses.map((address) => ({ address, family: net.isIP(address) }));
          const [first] = found;
          if (!first) return answer(new Error('no address'), '', 4);
          return wanted.all ? answer(null, found) : answer(null, first.address, first.family);
        },
      });
      connect({ ...options, hostname: host }, (...outcome) => {
        const [error, socket] = outcome;
        if (error) return settle(error, null);
        // never seen to differ; if it did, an unchecked address would be in use
        if (!isFree && !isPublicAddress(socket.remoteAddress ?? '')) {
          socket.destroy();
          return settle(new FailureError(failure('web-host-local', { host })), null);
        }
        return settle(null, socket);
      });
    };
    checkedAddresses(host, isFree, resolve).then(connectTo, (error: unknown) =>
      settle(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

async function checkedAddresses(host: string, isFree: boolean, resolve: Resolve): Promise<readonly string[]> {
  if (!isFree && isLocalName(host)) throw new FailureError(failure('web-host-local', { host }));
  const addresses = net.isIP(host) === 0 ? await resolve(host) : [host];
  // one bad address rejects the name, because we can't know which one would be used
  if (!isFree && !addresses.every(isPublicAddress)) throw new FailureError(failure('web-host-local', { host }));
  return addresses;
}
