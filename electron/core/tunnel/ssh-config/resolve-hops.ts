import type { SshAlias } from '../../../contract/profile.ts';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { Hop, HopChain } from '../types.ts';
import { evaluateBlocks, namesIn, readPlainConfig } from './plain-config.ts';
import type { SshEnvironment } from './ssh-environment.ts';
import { type HopQuery, type Settings, toHop, expandTokens, type Tokens, type Jump, parsePort } from './to-hop.ts';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findConfigError, lastLine } from '../openssh/ssh-process.ts';
import { configText } from '../text.ts';
import net from 'node:net';

/** The instance as a profile names it. The config also applies to plain hosts, as on ssh's command line. */
export type Instance =
  | { readonly host: string; readonly port?: number | undefined; readonly login?: string | undefined }
  | { readonly alias: string };

/** A ProxyJump with a token can name new hosts endlessly. */
const maxHops = 16;

/** Resolves the hops to an instance from the ssh config: its jump hosts, each with its own settings, and notes about unsupported ones. */
export async function resolveHops(instance: Instance, env: SshEnvironment): Promise<Result<HopChain>> {
  const target: Jump =
    'alias' in instance
      ? { host: instance.alias, port: undefined, login: undefined }
      : { host: instance.host, port: instance.port, login: instance.login };
  const chain = await followJumps({ ...target, proxyJump: undefined }, env, []);
  return chain.ok ? ok({ hops: chain.value.hops, notes: [...new Set(chain.value.notes)] }) : chain;
}

/** Lists the hosts named without wildcards in the ssh config, in its order. */
export async function listAliases(env: SshEnvironment): Promise<readonly string[]> {
  return namesIn(await readPlainConfig(env)).filter(isSafeHost);
}

/** Resolves an entry of the ssh config to its destination. */
export async function resolveAlias(alias: string, env: SshEnvironment): Promise<Result<SshAlias>> {
  const chain = await resolveHops({ alias }, env);
  if (!chain.ok) return chain;
  const { host, port, login } = chain.value.hops.at(-1) ?? chain.value.hops[0];
  return ok({ alias, host, port, login, notes: chain.value.notes });
}

async function followJumps(query: HopQuery, env: SshEnvironment, trail: readonly string[]): Promise<Result<HopChain>> {
  const { host, login = env.localUser } = query;
  if (!isSafeHost(host) || (query.login !== undefined && !isSafeLogin(login))) return unsafeName(host, login);
  const read = await readSettings(query, env);
  if (!read.ok) return read;
  const { hop, notes: ofHop } = toHop(query, read.value.settings, env);
  if (!isSafeHost(hop.host) || !isSafeLogin(hop.login)) return unsafeName(hop.host, hop.login);
  const notes = [...read.value.notes, ...ofHop];

  const step = `${hop.login}@${query.host}:${hop.port}`;
  const isLoop = trail.includes(step);
  if (isLoop || trail.length >= maxHops) return jumpLoop([...trail, step], isLoop);

  const jumps = resolveJumps(query.proxyJump ?? read.value.settings.get('proxyjump')?.[0], hop);
  if (!jumps.ok) return jumps;
  const last = jumps.value.at(-1);
  if (!last) return ok({ hops: [hop], notes });
  // The last jump is reached through the ones before it. Its own config decides only if there are none.
  const before = jumps.value.slice(0, -1);
  const rest = await followJumps({ ...last, proxyJump: before.length > 0 ? formatJumps(before) : undefined }, env, [...trail, step]);
  if (!rest.ok) return rest;
  const [first, ...others] = rest.value.hops;
  return ok({ hops: [first, ...others, hop], notes: [...rest.value.notes, ...notes] });
}

async function readSettings(
  query: HopQuery,
  env: SshEnvironment,
): Promise<Result<{ readonly settings: Settings; readonly notes: readonly string[] }>> {
  if (env.ssh === undefined) return ok(evaluateBlocks(await readPlainConfig(env), query.host));
  const settings = await askSsh(env.ssh, query, env);
  return settings.ok ? ok({ settings: settings.value, notes: [] }) : settings;
}

function resolveJumps(text: string | undefined, hop: Hop): Result<readonly Jump[]> {
  if (text === undefined) return ok([]);
  const jumps = parseJumps(text, { h: hop.host, n: hop.name, p: String(hop.port), r: hop.login });
  return jumps ? ok(jumps) : fail('proxy-jump-invalid', { hop: hop.name, value: text });
}

function unsafeName(host: string, login: string): Result<never> {
  return fail('ssh-name-unsafe', { login, host });
}

function jumpLoop(trail: readonly string[], isLoop: boolean): Result<never> {
  return isLoop ? fail('jump-hosts-loop', { path: trail.toReversed().join(' → ') }) : fail('too-many-jump-hosts', { max: maxHops });
}

/** `Match exec` may run anything. */
const timeoutMs = 5000;

/** Returns the settings of a host as `ssh -G` prints them, defaults included. The host and login must be safe as arguments. */
async function askSsh(program: string, query: HopQuery, env: SshEnvironment): Promise<Result<Settings>> {
  const { host, port, login, proxyJump } = query;
  const words = [
    '-G',
    ...configArguments(env),
    ...(proxyJump === undefined ? [] : ['-J', proxyJump]),
    ...(login === undefined ? [] : ['-l', login]),
    ...(port === undefined ? [] : ['-p', String(port)]),
    '--',
    host,
  ];
  const output = await new Promise<Result<string>>((resolve) => {
    const options = { env: env.variables, timeout: timeoutMs, windowsHide: true } as const;
    const child = execFile(program, words, options, (error, stdout, stderr) => {
      if (!error) return resolve(ok(stdout));
      const line = error.killed === true ? configText.commandTooLong : (findConfigError(stderr) ?? lastLine(stderr));
      resolve(fail('system-ssh-config-invalid', { line }));
    });
    child.stdin?.end();
  });
  return output.ok ? ok(parseSettings(output.value)) : output;
}

/** ssh reads the config in the home folder of the user database, and the system's. Another one must be named. */
function configArguments({ userConfig }: SshEnvironment): readonly string[] {
  if (userConfig === path.join(os.userInfo().homedir, '.ssh', 'config')) return [];
  return ['-F', existsSync(userConfig) ? userConfig : 'none'];
}

function parseSettings(stdout: string): Settings {
  const settings = new Map<string, readonly string[]>();
  for (const line of stdout.split(/\r?\n/)) {
    const end = line.indexOf(' ');
    if (end > 0) settings.set(line.slice(0, end), [...(settings.get(line.slice(0, end)) ?? []), line.slice(end + 1)]);
  }
  return settings;
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
