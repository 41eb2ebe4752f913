import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { descendants } from '../../support/descendants.ts';
import { freePort } from '../../support/free-port.ts';
import { readLine } from '../../support/read-until.ts';
import type { LocalApiOrder } from '../local-api/local-api-process.ts';
import { localApiWay, httpsWay, type Way } from '../local-api/ways.ts';
import type { FaultLab } from './lab.ts';

export const wayNames = ['ours, ssh2', 'ours, openssh', 'ssh -L', 'autossh'] as const;
export type WayName = (typeof wayNames)[number];

/** A connection to the server, in its own processes. */
export interface FaultWay extends Way {
  readonly name: WayName;
  readonly isOurs: boolean;
  /** Returns the ids of all its processes. */
  readonly pids: () => Promise<readonly number[]>;
  readonly close: () => Promise<void>;
}

/** Starts all connections side by side, autossh only if it is installed. If one fails, ends the others. */
export async function startWays(lab: FaultLab, benchFile: string, caFile: string): Promise<readonly FaultWay[]> {
  const names = wayNames.filter((name) => name !== 'autossh' || hasAutossh());
  const failed = new AbortController();
  const starting = names.map((name) => startWay(name, lab, benchFile, caFile, failed.signal));
  try {
    return await Promise.all(starting);
  } catch (error) {
    failed.abort();
    for (const way of await Promise.allSettled(starting)) if (way.status === 'fulfilled') await way.value.close();
    throw error;
  }
}

const autossh = 'autossh';

export function hasAutossh(): boolean {
  return spawnSync(autossh, ['-V'], { stdio: 'ignore' }).error === undefined;
}

async function startWay(name: WayName, lab: FaultLab, benchFile: string, caFile: string, signal: AbortSignal): Promise<FaultWay> {
  const port = await freePort();
  const isOurs = name === 'ours, ssh2' || name === 'ours, openssh';
  const child = isOurs ? await startLocalApi(name, lab, benchFile, caFile, port, signal) : await startForward(name, lab, port, signal);
  const pids = async (): Promise<readonly number[]> => [child.pid ?? 0, ...(await descendants(child.pid ?? 0))];
  return {
    ...(isOurs ? localApiWay(name, port) : httpsWay(name, port, lab.ca)),
    name,
    isOurs,
    pids,
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      const all = await pids();
      child.kill();
      await Promise.race([gone, pause(3000)]);
      for (const pid of all) kill(pid);
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has exited
  }
}

async function startLocalApi(
  name: WayName,
  lab: FaultLab,
  benchFile: string,
  caFile: string,
  port: number,
  signal: AbortSignal,
): Promise<ChildProcess> {
  const { sshd, sshHost, sshPort, target } = lab;
  const order: LocalApiOrder = {
    sshHost,
    sshPort,
    target,
    caFile,
    port,
    transport: name === 'ours, openssh' ? 'openssh' : 'ssh2',
    isNetworkWatched: true,
    sshd: { login: sshd.login, keyFile: sshd.keyFile, hostKey: sshd.hostKey() },
  };
  const child = spawn(process.execPath, ['--no-warnings', benchFile, '--local-api', JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
  });
  child.on('error', () => undefined); // its output ends then, which readLine reports
  await readLine(child.stdout);
  return child;
}

/** Starts a forward as a user would, and autossh with its manual's settings for unattended use. */
async function startForward(
  name: WayName,
  { sshd, sshHost, sshPort, target }: FaultLab,
  port: number,
  signal: AbortSignal,
): Promise<ChildProcess> {
  const knownHosts = path.join(sshd.folder, `known-${port}`);
  await writeFile(knownHosts, `[${sshHost}]:${sshPort} ${sshd.hostKey()}\n`);
  const isAuto = name === 'autossh';
  const settings = [
    'BatchMode=yes',
    'IdentitiesOnly=yes',
    'ExitOnForwardFailure=yes',
    'LogLevel=QUIET',
    `UserKnownHostsFile=${knownHosts}`,
    ...(isAuto ? ['ServerAliveInterval=10', 'ServerAliveCountMax=3'] : []),
  ];
  const words = [
    ...(isAuto ? ['-M', '0'] : []),
    '-F',
    'none',
    '-N',
    '-i',
    sshd.keyFile,
    '-p',
    String(sshPort),
    '-L',
    `127.0.0.1:${port}:127.0.0.1:${target}`,
    ...settings.flatMap((each) => ['-o', each]),
    `${sshd.login}@${sshHost}`,
  ];
  const child = spawn(isAuto ? autossh : 'ssh', words, { stdio: 'ignore', env: { ...process.env, AUTOSSH_GATETIME: '0' }, signal });
  child.on('error', () => undefined); // it counts as exited then
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${name} did not start`);
    if (await takesConnections(port)) return child;
    await pause(50); // it doesn't report that it listens
  }
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
