import path from 'node:path';
import type { Hop } from '../types.ts';
import { type Expansion, expandPath, expandTokens, pathTokens } from './expand-path.ts';
import { type Jump, parsePort } from './jump.ts';
import { type SshEnvironment, systemFolder, defaultIdentityFiles } from './ssh-environment.ts';
import { configText, unsupportedOptionText } from '../text.ts';

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
const windowsAgent = '\\\\.\\pipe\\openssh-ssh-agent';

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
  return { hop, notes: [...notes, ...listUnsupported(name, settings)] };
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

function resolveAgent(
  text: string | undefined,
  { variables }: SshEnvironment,
  expand: (text: string) => string | undefined,
): string | undefined {
  if (text === undefined || text === 'SSH_AUTH_SOCK') {
    return variables['SSH_AUTH_SOCK'] || (process.platform === 'win32' ? windowsAgent : undefined);
  }
  if (!isSet(text)) return undefined;
  return /^\$\w+$/.test(text) ? variables[text.slice(1)] || undefined : expand(text);
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

function listUnsupported(hop: string, settings: Settings): readonly string[] {
  return Object.entries(unsupportedOptions).flatMap(([keyword, because]) => {
    const value = settings.get(keyword.toLowerCase())?.join(' ');
    return value !== undefined && isSet(value) ? [configText.unsupported(hop, keyword, value, because)] : [];
  });
}
