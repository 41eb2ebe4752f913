import net from 'node:net';
import { expandTokens, type Tokens } from './expand-path.ts';

/** One host of a ProxyJump. */
export interface Jump {
  readonly host: string;
  readonly port: number | undefined;
  readonly login: string | undefined;
}

/**
 * Parses a ProxyJump: comma-separated `[user@]host[:port]` or `ssh://…`, or `none`. Returns undefined if it is invalid. Doesn't
 * expand tokens in URIs, where percent signs have another meaning.
 */
export function parseJumps(text: string, tokens: Tokens): readonly Jump[] | undefined {
  if (text.trim().toLowerCase() === 'none') return [];
  const jumps = text.split(',').map((part) => parseJump(part.trim(), tokens));
  return jumps.every((jump) => jump !== undefined) ? jumps : undefined;
}

/** Formats jumps as a ProxyJump. */
export function formatJumps(jumps: readonly Jump[]): string {
  return jumps
    .map(({ host, port, login }) => {
      const address = host.includes(':') ? `[${host}]` : host;
      return `${login === undefined ? '' : `${login}@`}${address}${port === undefined ? '' : `:${port}`}`;
    })
    .join(',');
}

/** Parses a port from 1 to 65535. */
export function parsePort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

function parseJump(text: string, tokens: Tokens): Jump | undefined {
  const isUri = /^ssh:\/\//i.test(text);
  const expanded = isUri ? undefined : expandTokens(text, tokens);
  if (expanded?.ok === false) return undefined;
  const destination = expanded?.value ?? text.slice('ssh://'.length).replace(/\/$/, '');
  const at = destination.lastIndexOf('@');
  const login = at < 0 ? undefined : decodeLogin(destination.slice(0, at), isUri);
  const address = parseAddress(destination.slice(at + 1));
  if (!address || (login !== undefined && !isSafeLogin(login))) return undefined;
  return { ...address, login };
}

function parseAddress(text: string): Pick<Jump, 'host' | 'port'> | undefined {
  if (net.isIPv6(text)) return { host: text, port: undefined };
  const parts = /^(?:\[([^\]]+)\]|([^:[\]/]+))(?::(.*))?$/s.exec(text);
  const host = parts?.[1] ?? parts?.[2];
  if (host === undefined || !isSafeHost(host)) return undefined;
  if (parts?.[3] === undefined) return { host, port: undefined };
  const port = parsePort(parts[3]);
  return port === undefined ? undefined : { host, port };
}

/** Decodes the login of a URI, which is percent-encoded and may have parameters after a semicolon. */
function decodeLogin(text: string, isUri: boolean): string {
  if (!isUri) return text;
  try {
    return decodeURIComponent(text.split(';', 1)[0] ?? '');
  } catch {
    return '';
  }
}

/**
 * Returns whether a host can't be taken for an option or for shell syntax, as in OpenSSH. The system's ssh may pass it to the
 * user's commands.
 */
export function isSafeHost(host: string): boolean {
  return host !== '' && !host.startsWith('-') && !/[\s\p{Cc}'"`$\\;&<>|(){}]/u.test(host);
}

/** Returns whether a login is safe. Allows backslashes inside, for Windows domains. */
export function isSafeLogin(login: string): boolean {
  return login !== '' && !login.startsWith('-') && !/[\p{Cc}'"`;&<>|(){}]|\s-|\\$/u.test(login);
}
