import path from 'node:path';
import type { DialTarget } from '../../shared/dial.ts';
import type { HopChain, Hop } from '../types.ts';
import { channelLogArguments, jumpLogSetting } from './channel-log.ts';
import { askpassPath } from './askpass-files.ts';

/** The paths in a session's folder, which only the user can enter. */
export type SessionPaths = ReturnType<typeof sessionPaths>;

/** Returns the paths. Names are short, because a socket's path is limited to about 100 characters. */
export function sessionPaths(folder: string) {
  return {
    /** The socket for connections to the inference server. */
    forward: path.join(folder, 'f'),
    /** ssh's control socket, used for pings. */
    control: path.join(folder, 'c'),
    config: path.join(folder, 'config'),
  };
}

/** Returns the arguments that log in and keep the session. */
export function masterArguments(hopChain: HopChain, target: DialTarget, paths: SessionPaths): readonly string[] {
  const instance = hopChain.hops.at(-1) ?? hopChain.hops[0];
  const jumps = jumpArguments(hopChain);
  const settings = [
    'ControlMaster=yes',
    'ControlPersist=no',
    `ControlPath=${paths.control}`,
    // The user's config may forward ports, which another session may be using. If ours were absent, the first connection would fail.
    'ExitOnForwardFailure=no',
    'ClearAllForwardings=no',
    'RemoteCommand=none',
    'StreamLocalBindMask=0177',
    channelLogArguments,
  ];
  return [
    '-F',
    paths.config,
    '-N',
    '-T',
    ...settings.flatMap((setting) => ['-o', setting]),
    ...(jumps.length === 0 ? [] : ['-J', jumps.join(',')]),
    '-L',
    `${paths.forward}:${bracketed(target.host)}:${target.port}`,
    '--',
    instance.name,
  ];
}

/**
 * Returns the arguments of a ping: a request for a subsystem that doesn't exist. A command would wait for the login's shell.
 * `ProxyCommand` keeps ssh from logging in again if the session is gone.
 */
export function probeArguments(hopChain: HopChain, paths: SessionPaths): readonly string[] {
  return [...throughMaster(paths), '-s', '--', instanceName(hopChain), 'causeway-sign-of-life'];
}

/** Returns the arguments of the session that switches Nagle's algorithm off. */
export function sessionArguments(hopChain: HopChain, paths: SessionPaths): readonly string[] {
  return [...throughMaster(paths), '--', instanceName(hopChain), 'true'];
}

function throughMaster({ control, config }: SessionPaths): readonly string[] {
  const settings = ['BatchMode=yes', 'ProxyCommand=false', 'ControlMaster=no', `ControlPath=${control}`];
  return ['-F', config, '-T', ...settings.flatMap((setting) => ['-o', setting])];
}

function instanceName({ hops }: HopChain): string {
  return (hops.at(-1) ?? hops[0]).name;
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** A hop and the key types known for it. */
interface KnownHop {
  readonly hop: Hop;
  readonly knownTypes: readonly string[];
}

const signatures: Readonly<Record<string, string>> = { 'ssh-rsa': 'rsa-sha2-512,rsa-sha2-256' };

/**
 * Generates ssh's configuration: our settings for each hop, then the user's and the system's files. The first value wins. It is
 * a file, because options don't reach the ssh of a jump host.
 */
export function generateConfig(hops: readonly KnownHop[], folder: string, configFiles: readonly string[]): string {
  const sections = hops.map(({ hop, knownTypes }, index) => {
    const settings = [...hopSettings(hop, index, knownTypes, folder), ...(index < hops.length - 1 ? [jumpLogSetting] : [])];
    return [`Host ${hop.name}`, ...settings.map((setting) => `  ${setting}`)].join('\n');
  });
  return [...sections, 'Match all', ...configFiles.map((file) => `Include ${quote(file)}`), ''].join('\n');
}

function hopSettings(hop: Hop, index: number, knownTypes: readonly string[], folder: string): readonly string[] {
  return [
    `HostName ${quote(escapeTokens(hop.host))}`,
    `Port ${hop.port}`,
    `User ${quote(hop.login)}`,
    ...(hop.hostKeyAlias === undefined ? [] : [`HostKeyAlias ${quote(hop.hostKeyAlias)}`]),
    // ssh reads these for certificate authorities and revocations. Plain keys are decided by us.
    `UserKnownHostsFile ${hop.knownHostsFiles.length === 0 ? 'none' : hop.knownHostsFiles.map((file) => quote(escapeTokens(file))).join(' ')}`,
    `KnownHostsCommand ${quote(escapeTokens(askpassPath(folder)))} --host-key ${index} %H %K`,
    'StrictHostKeyChecking yes',
    // With either of the next two, ssh may accept a key without asking us.
    'VerifyHostKeyDNS no',
    'NoHostAuthenticationForLocalhost no',
    'CheckHostIP no',
    'UpdateHostKeys no',
    ...(knownTypes.length === 0 ? [] : [`HostKeyAlgorithms ^${knownTypes.map((type) => signatures[type] ?? type).join(',')}`]),
    ...hop.identityFiles.map((file) => `IdentityFile ${quote(escapeTokens(file))}`),
    `IdentitiesOnly ${hop.identitiesOnly ? 'yes' : 'no'}`,
    `IdentityAgent ${hop.agent === undefined ? 'none' : quote(escapeTokens(hop.agent))}`,
    // Behind a jump host ssh would count the login there, with the user's answers, as a silence of this hop. We limit it ourselves.
    `ConnectTimeout ${index === 0 ? toSeconds(hop.connectTimeoutMs) : 'none'}`,
    'ServerAliveInterval 0', // it would end a silent session, and ours opens another one beside it
    'TCPKeepAlive no',
    'BatchMode no',
    'ForwardAgent no',
    'ForwardX11 no',
    'LogLevel INFO', // its error messages are our only source
  ];
}

/** Returns the hops before the instance as `-J` takes them. */
function jumpArguments({ hops }: HopChain): readonly string[] {
  return hops.slice(0, -1).map(({ login, name, port }) => `${login}@${name.includes(':') ? `[${name}]` : name}:${port}`);
}

function escapeTokens(text: string): string {
  return text.replaceAll('%', '%%');
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function toSeconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1000));
}
