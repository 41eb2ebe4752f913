import path from 'node:path';
import type { DialTarget } from '../../support/dial.ts';
import type { Road } from '../ports.ts';

/** The sockets of one session, in a folder only the user can enter. */
export interface SessionPaths {
  /** Where connections to the inference server begin. */
  readonly forward: string;
  /** ssh's own, through which it is asked for signs of life. */
  readonly control: string;
}

/** Short names: a socket's path may have about a hundred characters. */
export function pathsIn(folder: string): SessionPaths {
  return { forward: path.join(folder, 'f'), control: path.join(folder, 'c') };
}

/**
 * What ssh is called with. The user's own configuration counts, because it is why ssh was chosen; ours says where to, and keeps ssh
 * from asking at a terminal that is not there.
 */
export function masterWords(road: Road, target: DialTarget, paths: SessionPaths, configFile: string | undefined): readonly string[] {
  const instance = road.hops.at(-1) ?? road.hops[0];
  const jumps = road.hops.slice(0, -1).map(({ login, name, port }) => `${login}@${name}:${port}`);
  const settings = [
    'BatchMode=yes',
    'StrictHostKeyChecking=yes',
    'ControlMaster=yes',
    'ControlPersist=no',
    `ControlPath=${paths.control}`,
    'ExitOnForwardFailure=yes',
    'ClearAllForwardings=no',
    'ForwardAgent=no',
    'ForwardX11=no',
    'RemoteCommand=none',
    'StreamLocalBindMask=0177',
    `HostName=${instance.host}`,
    `ConnectTimeout=${seconds(instance.connectTimeoutMs)}`,
    `ServerAliveInterval=${seconds(instance.keepaliveMs)}`,
    `ServerAliveCountMax=${instance.keepaliveCountMax}`,
    ...(instance.hostKeyAlias === undefined ? [] : [`HostKeyAlias=${instance.hostKeyAlias}`]),
    ...(instance.knownHostsFiles.length === 0
      ? []
      : [`UserKnownHostsFile=${instance.knownHostsFiles.map((file) => `"${file}"`).join(' ')}`]),
    ...(instance.identitiesOnly ? ['IdentitiesOnly=yes'] : []),
  ];
  return [
    ...(configFile === undefined ? [] : ['-F', configFile]),
    '-N',
    '-T',
    ...settings.flatMap((setting) => ['-o', setting]),
    ...instance.identityFiles.flatMap((file) => ['-i', file]),
    ...(jumps.length === 0 ? [] : ['-J', jumps.join(',')]),
    '-L',
    `${paths.forward}:${bracketed(target.host)}:${target.port}`,
    '-p',
    String(instance.port),
    '-l',
    instance.login,
    '--',
    instance.name,
  ];
}

/**
 * Something the instance must answer through the session that stands: a subsystem nobody has. Not a command, for that would wait for
 * the login's shell, which may take its time or never end. Without the session ssh would log in anew; `ProxyCommand` forbids it.
 */
export function probeWords(road: Road, paths: SessionPaths, configFile: string | undefined): readonly string[] {
  return [...throughMaster(paths, configFile), '-s', '--', nameOf(road), 'causeway-sign-of-life'];
}

/** One session with a command, against Nagle's algorithm. */
export function sessionWords(road: Road, paths: SessionPaths, configFile: string | undefined): readonly string[] {
  return [...throughMaster(paths, configFile), '--', nameOf(road), 'true'];
}

function throughMaster({ control }: SessionPaths, configFile: string | undefined): readonly string[] {
  const settings = ['BatchMode=yes', 'ProxyCommand=false', 'ControlMaster=no', `ControlPath=${control}`];
  return [...(configFile === undefined ? [] : ['-F', configFile]), '-T', ...settings.flatMap((setting) => ['-o', setting])];
}

function nameOf({ hops }: Road): string {
  return (hops.at(-1) ?? hops[0]).name;
}

function seconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1000));
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
