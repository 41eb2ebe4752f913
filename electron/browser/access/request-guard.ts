import type { IncomingHttpHeaders } from 'node:http';

/** Why a request goes no further; the order is that of the checks. */
export type RefusalReason = 'host' | 'origin' | 'user' | 'session';

/** The names under which the server may be called, as the Host header has them. */
export interface AllowedHosts {
  /** This computer's own names for the port. */
  readonly own: readonly string[];
  /** Names of reverse proxies in front of it, which may speak https. */
  readonly further: readonly string[];
}

/** The Host names of a port on this computer. */
export function ownHosts(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`];
}

/**
 * Checks what a browser says of a request by itself and no page can forge: the name that was called (DNS rebinding) and
 * the page that asks (other ports count as same-site, so cookies alone would let them in). Gives the first objection.
 */
export function checkHeaders(headers: IncomingHttpHeaders, hosts: AllowedHosts): RefusalReason | undefined {
  const host = headers.host?.toLowerCase();
  if (host === undefined || !(hosts.own.includes(host) || hosts.further.includes(host))) return 'host';
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, host, hosts)) return 'origin';
  const site = headers['sec-fetch-site'];
  const isFromHere = site === undefined || site === 'same-origin' || site === 'none';
  return isFromHere || isNavigation(headers) ? undefined : 'origin';
}

/** Whether a page of another origin led here: it gets to see what everybody may, and nothing else. */
export function isForeignNavigation(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** Whether the request says that it comes from a page of ours, as everything but the loading of pages must. */
export function isFromOwnPage({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] === 'same-origin';
}

function isOwnOrigin(origin: string, host: string, { further }: AllowedHosts): boolean {
  return origin === `http://${host}` || (further.includes(host) && origin === `https://${host}`);
}

/** The user goes to a page: not a frame, not a picture, not a script. */
function isNavigation(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document' && headers.origin === undefined;
}
