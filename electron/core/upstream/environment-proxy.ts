import type { DialTarget } from '../shared/dial.ts';

/** The environment's variables, as a parameter. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The HTTP proxy the environment names for an https target, by curl's conventions: lower case first,
 * then HTTPS_PROXY, then ALL_PROXY, unless NO_PROXY exempts the host.
 */
export function environmentProxy(environment: Environment, target: DialTarget): string | undefined {
  const named = environment['https_proxy'] || environment['HTTPS_PROXY'] || environment['all_proxy'] || environment['ALL_PROXY'];
  const proxy = named?.trim();
  if (!proxy || isExempt(environment['no_proxy'] || environment['NO_PROXY'] || '', target)) return undefined;
  return proxy;
}

/** Reads a proxy's address; a bare `host:port` means http, as it does for curl. */
export function parseProxy(proxy: string): URL | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname ? url : undefined;
}

function isExempt(list: string, target: DialTarget): boolean {
  const host = target.host.toLowerCase();
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      // an address of IPv6 without brackets has no port, and is all of the entry
      const match = /^(?:\[(?<v6>[^\]]+)\]|(?<name>[^:]+))(?::(?<port>\d+))?$/.exec(entry);
      const port = match?.groups?.['port'];
      if (port !== undefined && Number(port) !== target.port) return false;
      const name = (match?.groups?.['v6'] ?? match?.groups?.['name'] ?? entry).replace(/^\*?\./, '');
      return host === name || host.endsWith(`.${name}`);
    });
}
