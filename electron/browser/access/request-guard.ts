import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is rejected, in the order of the checks. */
export type RefusalReason = 'host' | 'origin' | 'user' | 'session';

/** Host names under which the server may be called, as in the Host header. */
export interface AllowedHosts {
  /** This computer's own names with the port. */
  readonly own: readonly string[];
  /** Names of reverse proxies, which may use https. */
  readonly further: readonly string[];
}

/** Returns this computer's Host names for a port. */
export function ownHosts(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`];
}

/**
 * Checks the headers that a browser sets and a page can't forge: Host, against DNS rebinding, and Origin. Cookies alone aren't
 * enough, because other ports count as same-site. Returns the first reason to reject.
 */
export function checkHeaders(headers: IncomingHttpHeaders, hosts: AllowedHosts): RefusalReason | undefined {
  const host = headers.host?.toLowerCase();
  if (host === undefined || !(hosts.own.includes(host) || hosts.further.includes(host))) return 'host';
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, host, hosts)) return 'origin';
  const site = headers['sec-fetch-site'];
  const isFromHere = site === undefined || site === 'same-origin' || site === 'none';
  return isFromHere || isNavigation(headers) ? undefined : 'origin';
}

/** Returns whether a page of another origin navigated here. It may load only public pages. */
export function isForeignNavigation(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** Returns whether the browser says that the user or one of the app's own pages opened this page. */
export function hasNoOpener(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] === 'none' || headers['sec-fetch-site'] === 'same-origin';
}

/** Returns whether the request declares that it comes from one of the app's pages. Only page loads may omit that. */
export function isFromOwnPage({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] === 'same-origin';
}

function isOwnOrigin(origin: string, host: string, { further }: AllowedHosts): boolean {
  return origin === `http://${host}` || (further.includes(host) && origin === `https://${host}`);
}

/** Returns whether the request is a top-level navigation, not a frame, image or script. */
function isNavigation(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document' && headers.origin === undefined;
}
