import type { Hop } from '../types.ts';
import { parseDuration } from './duration.ts';
import type { Settings } from './evaluate-config.ts';
import { type Expanded, expandPath, expandTokens, pathTokens, type Tokens, type TokenValues } from './expand-tokens.ts';
import { parsePort } from './jump.ts';
import { pathsOf, type SshEnvironment, systemFolder, defaultIdentityFiles } from './ssh-environment.ts';

/** Where the config says nothing. OpenSSH waits for ever and never asks whether the server lives; a tunnel must not. */
const defaults = { connectTimeoutMs: 20_000, keepaliveMs: 10_000 };
const windowsAgent = '\\\\.\\pipe\\openssh-ssh-agent';

/** Turns the settings for one host into a hop; what makes no sense is left out and named. */
export function resolveHop(
  name: string,
  { values }: Settings,
  surroundings: SshEnvironment,
): { readonly hop: Hop; readonly tokens: TokenValues; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const first = (keyword: string): string | undefined => values.get(keyword)?.[0];
  const parsed = <T>(keyword: string, parse: (text: string) => T | undefined): T | undefined => {
    const text = first(keyword.toLowerCase());
    if (text === undefined || text.toLowerCase() === 'none') return undefined;
    const value = parse(text);
    if (value === undefined) notes.push(`${name}: ${keyword} ${text} makes no sense and is left out.`);
    return value;
  };
  const orNote = (keyword: string, text: string, expanded: Expanded): string | undefined => {
    if (!expanded.ok) notes.push(`${name}: ${keyword} ${text} is left out: ${expanded.reason}.`);
    return expanded.ok ? expanded.value : undefined;
  };

  const hostName = first('hostname');
  const host = (hostName && orNote('HostName', hostName, expandTokens(hostName, { h: name }))) || name;
  const tokenValues: TokenValues = {
    host: host.toLowerCase(),
    originalHost: name,
    port: parsed('Port', parsePort) ?? 22,
    login: first('user') ?? surroundings.localUser,
    hostKeyAlias: first('hostkeyalias'),
    jump: jumpToken(first('proxyjump')),
  };
  const tokens = pathTokens(tokenValues, surroundings);
  const paths = (keyword: string, written: readonly string[]): readonly string[] => [
    ...new Set(
      written
        .filter((text) => text.toLowerCase() !== 'none')
        .map((text) => orNote(keyword, text, expandPath(text, tokens, surroundings)))
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
      ...paths('GlobalKnownHostsFile', values.get('globalknownhostsfile') ?? globalKnownHosts(surroundings)),
    ],
    identityFiles: identityFiles ? paths('IdentityFile', identityFiles) : defaultIdentityFiles(surroundings),
    certificateFiles: paths('CertificateFile', values.get('certificatefile') ?? []),
    identitiesOnly: /^(?:yes|true)$/i.test(first('identitiesonly') ?? 'no'),
    agent: agentOf(first('identityagent'), tokens, surroundings, orNote),
    connectTimeoutMs: parsed('ConnectTimeout', parseDuration) || defaults.connectTimeoutMs,
    keepaliveMs: parsed('ServerAliveInterval', parseDuration) ?? defaults.keepaliveMs,
  };
  return { hop, tokens: tokenValues, notes };
}

/** What %j and %C see of a ProxyJump: `none` is none. */
function jumpToken(text = ''): string {
  return text.toLowerCase() === 'none' ? '' : text;
}

function agentOf(
  written: string | undefined,
  tokens: Tokens,
  surroundings: SshEnvironment,
  orNote: (keyword: string, text: string, expanded: Expanded) => string | undefined,
): string | undefined {
  const { environment, isWindows } = surroundings;
  if (written === undefined || written === 'SSH_AUTH_SOCK') {
    return environment['SSH_AUTH_SOCK'] || (isWindows ? windowsAgent : undefined);
  }
  if (written.toLowerCase() === 'none') return undefined;
  if (/^\$\w+$/.test(written)) return environment[written.slice(1)] || undefined;
  return orNote('IdentityAgent', written, expandPath(written, tokens, surroundings));
}

function globalKnownHosts(surroundings: SshEnvironment): readonly string[] {
  const folder = systemFolder(surroundings.isWindows, surroundings.environment);
  return ['ssh_known_hosts', 'ssh_known_hosts2'].map((file) => pathsOf(surroundings).join(folder, file));
}
