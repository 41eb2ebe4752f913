import path from 'node:path';
import type { DialTarget } from '../../shared/dial.ts';
import type { HopChain } from '../types.ts';
import { channelLogArguments } from './channel-log.ts';
import { jumpArguments } from './generated-config.ts';

/** The paths in a session's folder, which only the user can enter. */
export interface SessionPaths {
  /** The socket for connections to the inference server. */
  readonly forward: string;
  /** ssh's control socket, used for pings. */
  readonly control: string;
  readonly config: string;
}

/** Returns the paths. Names are short, because a socket's path is limited to about 100 characters. */
export function sessionPaths(folder: string): SessionPaths {
  return { forward: path.join(folder, 'f'), control: path.join(folder, 'c'), config: path.join(folder, 'config') };
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
