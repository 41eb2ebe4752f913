import type { Hop } from '../types.ts';
import type { Settings } from './evaluate-config.ts';
import { type Expansion, expandPath, expandTokens, pathTokens, type Tokens, type TokenValues } from './expand-tokens.ts';
import { parsePort } from './jump.ts';
import { platformPath, type SshEnvironment, systemFolder, defaultIdentityFiles } from './ssh-environment.ts';
import { configText, unsupportedOptionText } from '../text.ts';

/** OpenSSH by default waits forever and sends no keepalive, which a tunnel can't afford. */
const defaults = { connectTimeoutMs: 20_000, keepaliveMs: 10_000 };
const windowsAgent = '\\\\.\\pipe\\openssh-ssh-agent';

/** Converts the settings for one host to a hop. Returns a note for each invalid or unsupported one. */
export function resolveHop(
  name: string,
  { values }: Settings,
  env: SshEnvironment,
): { readonly hop: Hop; readonly tokens: TokenValues; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const first = (keyword: string): string | undefined => values.get(keyword)?.[0];
  const parseSetting = <T>(keyword: string, parse: (text: string) => T | undefined): T | undefined => {
    const text = first(keyword.toLowerCase());
    if (text === undefined || text.toLowerCase() === 'none') return undefined;
    const value = parse(text);
    if (value === undefined) notes.push(configText.invalidValue(name, keyword, text));
    return value;
  };
  const valueOrNote = (keyword: string, text: string, expanded: Expansion): string | undefined => {
    if (!expanded.ok) notes.push(configText.notExpanded(name, keyword, text, expanded.reason));
    return expanded.ok ? expanded.value : undefined;
  };

  const hostName = first('hostname');
  const host = (hostName && valueOrNote('HostName', hostName, expandTokens(hostName, { h: name }))) || name;
  const tokenValues: TokenValues = {
    host: host.toLowerCase(),
    originalHost: name,
    port: parseSetting('Port', parsePort) ?? 22,
    login: first('user') ?? env.localUser,
    hostKeyAlias: first('hostkeyalias'),
    jump: jumpToken(first('proxyjump')),
  };
  const tokens = pathTokens(tokenValues, env);
  const paths = (keyword: string, text: readonly string[]): readonly string[] => [
    ...new Set(
      text
        .filter((text) => text.toLowerCase() !== 'none')
        .map((text) => valueOrNote(keyword, text, expandPath(text, tokens, env)))
        .filter((path) => path !== undefined),
    ),
  ];

  const identityFiles = values.get('identityfile');
  const hop: Hop = {
    name,
    host: tokenValues.host,
    port: tokenValues.port,
    login: tokenValues.login,
    hostKeyAlias: tokenValues.hostKeyAlias,
    knownHostsFiles: [
      ...paths('UserKnownHostsFile', values.get('userknownhostsfile') ?? ['~/.ssh/known_hosts', '~/.ssh/known_hosts2']),
      ...paths('GlobalKnownHostsFile', values.get('globalknownhostsfile') ?? globalKnownHosts(env)),
    ],
    identityFiles: identityFiles ? paths('IdentityFile', identityFiles) : defaultIdentityFiles(env),
    certificateFiles: paths('CertificateFile', values.get('certificatefile') ?? []),
    identitiesOnly: /^(?:yes|true)$/i.test(first('identitiesonly') ?? 'no'),
    agent: resolveAgent(first('identityagent'), tokens, env, valueOrNote),
    connectTimeoutMs: parseSetting('ConnectTimeout', parseDuration) || defaults.connectTimeoutMs,
    keepaliveMs: parseSetting('ServerAliveInterval', parseDuration) ?? defaults.keepaliveMs,
    hasProxyCommand: !/^none$/i.test(first('proxycommand') ?? 'none'),
  };
  return { hop, tokens: tokenValues, notes: [...notes, ...listUnsupported(name, values)] };
}

/** Returns a ProxyJump as %j and %C see it. */
function jumpToken(text = ''): string {
  return text.toLowerCase() === 'none' ? '' : text;
}

function resolveAgent(
  text: string | undefined,
  tokens: Tokens,
  env: SshEnvironment,
  orNote: (keyword: string, text: string, expanded: Expansion) => string | undefined,
): string | undefined {
  const { variables, isWindows } = env;
  if (text === undefined || text === 'SSH_AUTH_SOCK') {
    return variables['SSH_AUTH_SOCK'] || (isWindows ? windowsAgent : undefined);
  }
  if (text.toLowerCase() === 'none') return undefined;
  if (/^\$\w+$/.test(text)) return variables[text.slice(1)] || undefined;
  return orNote('IdentityAgent', text, expandPath(text, tokens, env));
}

function globalKnownHosts(env: SshEnvironment): readonly string[] {
  const folder = systemFolder(env.isWindows, env.variables);
  return ['ssh_known_hosts', 'ssh_known_hosts2'].map((file) => platformPath(env).join(folder, file));
}

const secondsPer: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Parses an OpenSSH time (`90`, `1m30s`, `1h`) to milliseconds. */
export function parseDuration(text: string): number | undefined {
  if (!/^\d+(?:[smhdw]\d+)*[smhdw]?$/i.test(text)) return undefined;
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)([smhdw]?)/gi))
    seconds += Number(amount) * (secondsPer[unit?.toLowerCase() || 's'] ?? 1);
  return seconds <= 2_147_483 ? seconds * 1000 : undefined; // the longest timeout of a timer
}

const { algorithms } = unsupportedOptionText;

/** Unsupported keywords, spelt as in the manual: the explanation, and the values that change nothing. */
const unsupportedOptions: Readonly<Record<string, { readonly because: string; readonly harmless?: RegExp }>> = {
  ProxyCommand: { because: unsupportedOptionText.command, harmless: /^none$/i },
  PKCS11Provider: { because: unsupportedOptionText.smartCard, harmless: /^none$/i },
  SecurityKeyProvider: { because: unsupportedOptionText.securityKey, harmless: /^internal$/i },
  KnownHostsCommand: { because: unsupportedOptionText.keyCommand, harmless: /^none$/i },
  RevokedHostKeys: { because: unsupportedOptionText.revokedKeys, harmless: /^none$/i },
  VerifyHostKeyDNS: { because: unsupportedOptionText.dns, harmless: /^(?:no|false)$/i },
  StrictHostKeyChecking: { because: unsupportedOptionText.strictChecking, harmless: /^ask$/i },
  NoHostAuthenticationForLocalhost: { because: unsupportedOptionText.localhost, harmless: /^(?:no|false)$/i },
  CanonicalizeHostname: { because: unsupportedOptionText.hostNames, harmless: /^(?:no|false|none)$/i },
  AddressFamily: { because: unsupportedOptionText.addressFamily, harmless: /^any$/i },
  BindAddress: { because: unsupportedOptionText.localAddress },
  BindInterface: { because: unsupportedOptionText.interface },
  HostbasedAuthentication: { because: unsupportedOptionText.hostbased, harmless: /^(?:no|false)$/i },
  PubkeyAuthentication: { because: unsupportedOptionText.publicKeys, harmless: /^(?:yes|true|unbound|host-bound)$/i },
  PasswordAuthentication: { because: unsupportedOptionText.passwords, harmless: /^(?:yes|true)$/i },
  KbdInteractiveAuthentication: { because: unsupportedOptionText.questions, harmless: /^(?:yes|true)$/i },
  PreferredAuthentications: { because: unsupportedOptionText.methodOrder },
  Ciphers: { because: algorithms },
  MACs: { because: algorithms },
  KexAlgorithms: { because: algorithms },
  HostKeyAlgorithms: { because: algorithms },
  PubkeyAcceptedAlgorithms: { because: algorithms },
  PubkeyAcceptedKeyTypes: { because: algorithms },
};

/** Returns a sentence for each effective setting that is not supported. */
function listUnsupported(hop: string, values: Settings['values']): readonly string[] {
  return Object.entries(unsupportedOptions).flatMap(([keyword, { because, harmless }]) => {
    const args = values.get(keyword.toLowerCase());
    if (!args || args.every((arg) => harmless?.test(arg))) return [];
    return [configText.unsupported(hop, keyword, args.join(' '), because)];
  });
}
