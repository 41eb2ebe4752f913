import path from 'node:path';
import type { DialTarget } from '../../shared/dial.ts';
import type { HopChain } from '../types.ts';
import { channelLogArguments } from './channel-log.ts';
import { jumpArguments } from './generated-config.ts';

/** What lies in a session's folder, which only the user can enter. */
export interface SessionPaths {
  /** Where connections to the inference server begin. */
  readonly forward: string;
  /** ssh's own, through which it is asked for signs of life. */
  readonly control: string;
  readonly config: string;
}

/** Short names: a socket's path may have about a hundred characters. */
export function sessionPaths(folder: string): SessionPaths {
  return { forward: path.join(folder, 'f'), control: path.join(folder, 'c'), config: path.join(folder, 'config') };
}

/** What ssh is called with to log in and hold the session. */
export function masterArguments(hopChain: HopChain, target: DialTarget, paths: SessionPaths): readonly string[] {
  const instance = hopChain.hops.at(-1) ?? hopChain.hops[0];
  const jumps = jumpArguments(hopChain);
  const settings = [
    'ControlMaster=yes',
    'ControlPersist=no',
    `ControlPath=${paths.control}`,
    'ExitOnForwardFailure=yes',
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
 * Something the instance must answer through the session that stands: a subsystem nobody has. Not a command, for that would wait for
 * the login's shell, which may take its time or never end. Without the session ssh would log in anew; `ProxyCommand` forbids it.
 */
export function probeArguments(hopChain: HopChain, paths: SessionPaths): readonly string[] {
  return [...throughMaster(paths), '-s', '--', instanceName(hopChain), 'causeway-sign-of-life'];
}

/** One session with a command, against Nagle's algorithm. */
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
