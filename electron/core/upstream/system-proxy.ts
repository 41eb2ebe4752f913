import { failure } from '../../contract/failures/fail.ts';
import { carriedFailure, FailureError, type Dial } from '../shared/dial.ts';

/** Returns the proxies of the system's settings for an address as a PAC script does, such as `PROXY a:8080; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>;

/** Returns the supported proxies of such an answer in their order. Null stands for a direct connection. */
export function parseProxyList(answer: string): readonly (string | null)[] {
  return answer.split(';').flatMap((entry) => {
    const [kind = '', address] = entry.trim().split(/\s+/);
    if (/^DIRECT$/i.test(kind)) return [null];
    if (address === undefined || !/^(?:PROXY|HTTPS?)$/i.test(kind)) return [];
    return [`${/^HTTPS$/i.test(kind) ? 'https' : 'http'}://${address}`];
  });
}

/** Creates a dial over the proxies of the system's settings. If one can't be reached, it tries the next, as a browser does. */
export function createSystemProxyDial(resolveProxy: ResolveProxy, dialOver: (proxy: string | null) => Dial): Dial {
  return async (target, signal) => {
    const host = target.host.includes(':') ? `[${target.host}]` : target.host;
    const answer = await resolveProxy(`https://${host}:${target.port}/`).catch(() => 'DIRECT');
    signal.throwIfAborted();
    let unreachable: unknown = new FailureError(failure('system-proxy-unsupported'));
    for (const proxy of parseProxyList(answer)) {
      try {
        return await dialOver(proxy)(target, signal);
      } catch (error) {
        if (carriedFailure(error)?.reason !== 'http-proxy-unreachable') throw error;
        unreachable = error;
      }
    }
    throw unreachable;
  };
}
