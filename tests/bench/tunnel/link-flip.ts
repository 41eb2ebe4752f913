import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startSshd, type Sshd } from '../../support/sshd.ts';
import { order } from './target.ts';
import { ourTunnel } from './ways.ts';
import { readLine } from '../../support/read-until.ts';

const run = promisify(execFile);
const never = new AbortController().signal;
const outage = 5000;
const ip = '/usr/sbin/ip';
const peer = 'autossh';

/** Seconds from the network's return to the first byte, for us and for autossh if it is installed. */
export interface Flip {
  readonly ours: number;
  readonly autossh: number | undefined;
}

/**
 * Simulates a change of Wi-Fi: the link to an instance in a network namespace goes down for 5 s, and returns with another local
 * address. The peer is `autossh -M 0` with ServerAliveInterval 10 and CountMax 3. Returns undefined without root.
 */
export async function linkFlip(helperFile: string, localPort: number): Promise<Flip | undefined> {
  const name = `cwb${process.pid % 10_000}`;
  const [near, far] = [`${name}n`, `${name}f`];
  const inside = (...words: readonly string[]): Promise<unknown> => run(ip, ['netns', 'exec', name, 'ip', ...words]);
  try {
    await run(ip, ['netns', 'add', name]);
  } catch {
    return undefined;
  }
  const children: ChildProcess[] = [];
  let sshd: Sshd | undefined;
  try {
    await run(ip, ['link', 'add', near, 'type', 'veth', 'peer', 'name', far]);
    await run(ip, ['link', 'set', far, 'netns', name]);
    await inside('addr', 'add', '10.213.77.1/24', 'dev', far);
    await inside('link', 'set', far, 'up');
    await inside('link', 'set', 'lo', 'up');
    await run(ip, ['addr', 'add', '10.213.77.2/24', 'dev', near]);
    await run(ip, ['link', 'set', near, 'up']);
    sshd = await startSshd({ inside: { namespace: name, address: '10.213.77.1' } });
    const server = spawn(ip, ['netns', 'exec', name, process.execPath, helperFile, '--serve'], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(server);
    const targetPort = Number(await readLine(server.stdout));

    const tunnel = ourTunnel(sshd, sshd.port, targetPort, '10.213.77.1');
    const autossh = hasAutossh() ? await startAutossh(sshd, targetPort, localPort) : undefined;
    if (autossh) children.push(autossh);
    const ourOpen = (): Promise<Duplex> => tunnel.dial({ host: '127.0.0.1', port: targetPort }, never);
    const peerOpen = async (): Promise<Duplex> => {
      const socket = connect({ host: '127.0.0.1', port: localPort });
      await once(socket, 'connect');
      return socket;
    };
    await Promise.all([firstByte(ourOpen), ...(autossh ? [firstByte(peerOpen)] : [])]);
    await run(ip, ['link', 'set', near, 'down']);
    await pause(outage);
    await run(ip, ['addr', 'flush', 'dev', near]);
    await run(ip, ['addr', 'add', '10.213.77.3/24', 'dev', near]);
    await run(ip, ['link', 'set', near, 'up']);
    const back = performance.now();
    const since = (): number => (performance.now() - back) / 1000;
    const [ours, theirs] = await Promise.all([firstByte(ourOpen).then(since), autossh ? firstByte(peerOpen).then(since) : undefined]);
    tunnel.dispose();
    return { ours, autossh: theirs };
  } finally {
    for (const child of children) child.kill();
    await sshd?.close();
    await run(ip, ['link', 'del', near]).catch(() => undefined);
    await run(ip, ['netns', 'del', name]).catch(() => undefined);
  }
}

/** Requests a byte until one arrives. Abandons a connection after a second of silence. */
async function firstByte(open: () => Promise<Duplex>): Promise<void> {
  for (;;) {
    const stream = await open().catch(() => undefined);
    if (stream) {
      stream.on('error', () => undefined);
      stream.write(order('down', 1));
      const byte = once(stream, 'data').then(
        () => true,
        () => false,
      );
      const isThere = await Promise.race([
        byte,
        once(stream, 'close').then(
          () => false,
          () => false,
        ),
        pause(1000, false),
      ]);
      stream.destroy();
      if (isThere) return;
    }
    await pause(50);
  }
}

function hasAutossh(): boolean {
  return spawnSync(peer, ['-V'], { stdio: 'ignore' }).error === undefined;
}

/** Starts autossh, which kills its ssh when it exits. */
async function startAutossh(sshd: Sshd, targetPort: number, localPort: number): Promise<ChildProcess> {
  const knownHosts = path.join(sshd.folder, 'known-flip');
  await writeFile(knownHosts, `[10.213.77.1]:${sshd.port} ${sshd.hostKey()}\n`);
  const settings = [
    'BatchMode=yes',
    'ServerAliveInterval=10',
    'ServerAliveCountMax=3',
    'ExitOnForwardFailure=yes',
    `UserKnownHostsFile=${knownHosts}`,
  ];
  const words = ['-F', 'none', '-N', '-i', sshd.keyFile, '-p', String(sshd.port), '-L', `127.0.0.1:${localPort}:127.0.0.1:${targetPort}`];
  // Gate time 0 retries even if the first connection was short, as its manual recommends for unattended use.
  return spawn(peer, ['-M', '0', ...words, ...settings.flatMap((each) => ['-o', each]), `${sshd.login}@10.213.77.1`], {
    stdio: 'ignore',
    env: { ...process.env, AUTOSSH_GATETIME: '0' },
  });
}
