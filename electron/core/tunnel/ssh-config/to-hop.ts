import path from 'node:path';
import type { Hop } from '../types.ts';
import { type SshEnvironment, systemFolder, defaultIdentityFiles } from './ssh-environment.ts';
import { findDefaultAgent, toPipe } from './find-agent.ts';
import { configText, unsupportedOptionText, expansionProblems } from '../text.ts';
import os from 'node:os';

/** One host of a ProxyJump. */
export interface Jump {
  readonly host: string;
  readonly port: number | undefined;
  readonly login: string | undefined;
}

/** A host as the user or a jump names it. What it decides itself precedes the ssh config, as on ssh's command line. */
export interface HopQuery extends Jump {
  /** The jump hosts before it, if an earlier hop decided them. */
  readonly proxyJump: string | undefined;
}

/** The effective settings: the values by keyword in lower case. */
export type Settings = ReadonlyMap<string, readonly string[]>;

/** OpenSSH by default waits forever and sends no keepalive, which a tunnel can't afford. */
const defaults = { connectTimeoutMs: 20_000, keepaliveMs: 10_000 };
const maxTimerMs = 2_147_483_000;

/** Converts the settings for one host to a hop. Returns a note for each invalid or unsupported one. */
export function toHop(
  { host: name, port, login }: HopQuery,
  settings: Settings,
  env: SshEnvironment,
): { readonly hop: Hop; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const first = (keyword: string): string | undefined => settings.get(keyword)?.[0];
  const valueOrNote = (keyword: string, text: string, expanded: Expansion): string | undefined => {
    if (!expanded.ok) notes.push(configText.notExpanded(name, keyword, text, expanded.reason));
    return expanded.ok ? expanded.value : undefined;
  };
  const parsePortSetting = (text: string): number | undefined => {
    const parsed = parsePort(text);
    if (parsed === undefined) notes.push(configText.invalidValue(name, 'Port', text));
    return parsed;
  };

  const hostName = first('hostname') ?? name;
  const host = (valueOrNote('HostName', hostName, expandTokens(hostName, { h: name })) ?? name).toLowerCase();
  const target = {
    name,
    host,
    port: port ?? parsePortSetting(first('port') ?? '22') ?? 22,
    login: login ?? first('user') ?? env.localUser,
    hostKeyAlias: first('hostkeyalias'),
  };
  const tokens = pathTokens(target, env);
  const paths = (keyword: string): readonly string[] => {
    const values = (settings.get(keyword.toLowerCase()) ?? []).filter((text) => text.toLowerCase() !== 'none');
    const expanded = values.map((text) => valueOrNote(keyword, text, expandPath(text, tokens, env)));
    return [...new Set(expanded.filter((file) => file !== undefined))];
  };

  const hop: Hop = {
    ...target,
    knownHostsFiles: listKnownHosts(settings, env),
    identityFiles: settings.has('identityfile') ? paths('IdentityFile') : defaultIdentityFiles(env),
    certificateFiles: paths('CertificateFile'),
    identitiesOnly: first('identitiesonly') === 'yes',
    agent: resolveAgent(first('identityagent'), env, (text) => valueOrNote('IdentityAgent', text, expandPath(text, tokens, env))),
    connectTimeoutMs: toMs(first('connecttimeout')) ?? defaults.connectTimeoutMs,
    keepaliveMs: toMs(first('serveraliveinterval')) ?? defaults.keepaliveMs,
    hasProxyCommand: isSet(first('proxycommand')),
  };
  return { hop, notes: [...notes, ...listUnsupported(name, settings, env.pipes !== undefined)] };
}

/** ssh prints paths in one line without quotes, so a space before something that isn't an absolute path belongs to a name. */
function listKnownHosts(settings: Settings, { home, variables }: SshEnvironment): readonly string[] {
  const printed = ['userknownhostsfile', 'globalknownhostsfile'].flatMap((keyword) => settings.get(keyword) ?? []);
  if (printed.length > 0) return [...new Set(printed.filter(isSet).flatMap((text) => text.split(/ (?=\/|[A-Za-z]:[/\\])/)))];
  return [
    ...['known_hosts', 'known_hosts2'].map((file) => path.join(home, '.ssh', file)),
    ...['ssh_known_hosts', 'ssh_known_hosts2'].map((file) => path.join(systemFolder(variables), file)),
  ];
}

function resolveAgent(text: string | undefined, env: SshEnvironment, expand: (text: string) => string | undefined): string | undefined {
  if (text === undefined || text === 'SSH_AUTH_SOCK') return findDefaultAgent(env);
  if (!isSet(text)) return undefined;
  if (/^\$\w+$/.test(text)) return env.variables[text.slice(1)] || undefined;
  return (env.pipes && toPipe(text)) ?? expand(text);
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text.toLowerCase() !== 'none';
}

/** Converts seconds as ssh prints them. Returns undefined for 0 and `none`. */
function toMs(text = ''): number | undefined {
  const ms = Number(text) * 1000;
  return ms > 0 ? Math.min(ms, maxTimerMs) : undefined;
}

/** Unsupported options that change what is connected to or trusted, spelt as in the manual. ssh prints others with their defaults. */
const unsupportedOptions = {
  ProxyCommand: unsupportedOptionText.command,
  PKCS11Provider: unsupportedOptionText.smartCard,
  RevokedHostKeys: unsupportedOptionText.revokedKeys,
  BindAddress: unsupportedOptionText.localAddress,
} as const;

function listUnsupported(hop: string, settings: Settings, isWindows: boolean): readonly string[] {
  const advice = isWindows ? unsupportedOptionText.notOnWindows : unsupportedOptionText.useSystemSsh;
  return Object.entries(unsupportedOptions).flatMap(([keyword, because]) => {
    const value = settings.get(keyword.toLowerCase())?.join(' ');
    return value !== undefined && isSet(value) ? [configText.unsupported(hop, keyword, value, `${because} ${advice}`)] : [];
  });
}

/** Parses a port from 1 to 65535. */
export function parsePort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** The expanded value, or why it can't be expanded. */
type Expansion = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly reason: string };

/** The tokens a keyword accepts and their values. */
export type Tokens = Readonly<Record<string, string>>;

/** Returns the tokens of the paths that ssh prints unexpanded: IdentityFile, CertificateFile, in some versions IdentityAgent. */
export function pathTokens(
  { name, host, port, login, hostKeyAlias }: Pick<Hop, 'name' | 'host' | 'port' | 'login' | 'hostKeyAlias'>,
  { home, localUser }: SshEnvironment,
): Tokens {
  const localHost = os.hostname();
  return {
    d: home,
    h: host,
    i: String(process.getuid?.() ?? 0),
    k: hostKeyAlias ?? name,
    L: localHost.split('.', 1)[0] ?? '',
    l: localHost,
    n: name,
    p: String(port),
    r: login,
    u: localUser,
  };
}

/** Expands %-tokens. `%%` is a percent sign. */
export function expandTokens(text: string, tokens: Tokens): Expansion {
  let value = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character !== '%') {
      value += character;
      continue;
    }
    at += 1;
    const token = text.charAt(at);
    if (token === '%') value += '%';
    else if (Object.hasOwn(tokens, token)) value += tokens[token] ?? '';
    else return { ok: false, reason: token === '' ? expansionProblems.lonePercent : expansionProblems.unknownToken(token) };
  }
  return { ok: true, value };
}

/** Expands a path in OpenSSH's order: home folder, tokens, environment variables. */
export function expandPath(text: string, tokens: Tokens, env: SshEnvironment): Expansion {
  const atHome = expandHome(text, env);
  if (!atHome.ok) return atHome;
  const withTokens = expandTokensAndEnvironment(atHome.value, tokens, env.variables);
  // OpenSSH uses the working folder for relative paths, which means nothing for a desktop program.
  return withTokens.ok ? { ok: true, value: path.resolve(env.home, withTokens.value) } : withTokens;
}

/** Expands piece by piece, so that a variable's value is never expanded again. */
function expandTokensAndEnvironment(text: string, tokens: Tokens, environment: SshEnvironment['variables']): Expansion {
  let value = '';
  for (const piece of text.split(/(\$\{[^}]*\})/)) {
    const expanded = piece.startsWith('${') ? expandVariable(piece, environment) : expandTokens(piece, tokens);
    if (!expanded.ok) return expanded;
    value += expanded.value;
  }
  return { ok: true, value };
}

function expandVariable(piece: string, environment: SshEnvironment['variables']): Expansion {
  if (!piece.endsWith('}')) return { ok: false, reason: expansionProblems.openBrace };
  const name = piece.slice(2, -1);
  const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
  return value === undefined ? { ok: false, reason: expansionProblems.noVariable(name) } : { ok: true, value };
}

function expandHome(text: string, env: SshEnvironment): Expansion {
  if (!text.startsWith('~')) return { ok: true, value: text };
  const [user = ''] = text.slice(1).split(/[/\\]/, 1);
  if (user !== '' && user !== env.localUser) return { ok: false, reason: expansionProblems.otherHome(user) };
  return { ok: true, value: `${escapePercent(env.home)}${text.slice(1 + user.length)}` };
}

/** Escapes the home folder, because it is inserted before tokens are expanded. */
function escapePercent(text: string): string {
  return text.replaceAll('%', '%%');
}
