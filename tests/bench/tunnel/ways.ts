import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { createTunnel } from '../../../electron/core/tunnel/tunnel.ts';
import { freePort } from '../../support/free-port.ts';
import type { Sshd } from '../../support/sshd.ts';
import { hopTo, keyIdentity, offering, timeouts } from '../../integration/tunnel/tunnel-parts.ts';

/** A connection through the sshd to the server, by one of the compared programs. */
export interface Way {
  readonly open: () => Promise<Duplex>;
  readonly close: () => Promise<void> | void;
}

export const cipher = 'aes128-gcm@openssh.com';
const never = new AbortController().signal;
/** The read buffer of all the peer's sockets. */
const readBuffer = Buffer.allocUnsafeSlow(512 * 1024);

/** Opens our tunnel, over a local port that reaches the sshd. */
export async function ourWay(sshd: Sshd, sshPort: number, targetPort: number): Promise<Way> {
  const tunnel = createTunnel({
    hopChain: { hops: [hopTo({ port: sshPort, login: sshd.login }, { identitiesOnly: true, keepaliveMs: 10_000 })], notes: [] },
    target: { host: '127.0.0.1', port: targetPort },
    hostKeys: { check: async () => ({ kind: 'known' }), trust: async () => undefined, knownTypes: async () => [] },
    identities: offering(keyIdentity(sshd.privateKey)),
    ask: async () => ({ kind: 'given-up' }),
    timeouts,
  });
  await tunnel.ready(never);
  return {
    open: () => tunnel.dial({ host: '127.0.0.1', port: targetPort }, never),
    close: tunnel.dispose,
  };
}

/** Starts `ssh -N -L` on `port`, with the same key and cipher. */
export async function opensshWay(sshd: Sshd, sshPort: number, targetPort: number): Promise<Way & { readonly port: number }> {
  const port = await freePort();
  const knownHosts = path.join(sshd.folder, `known-${sshPort}`);
  await writeFile(knownHosts, `[127.0.0.1]:${sshPort} ${sshd.hostKey()}\n`);
  const words = [
    '-F',
    'none',
    '-N',
    '-c',
    cipher,
    '-i',
    sshd.keyFile,
    '-p',
    String(sshPort),
    '-L',
    `127.0.0.1:${port}:127.0.0.1:${targetPort}`,
  ];
  const settings = ['BatchMode=yes', 'IdentitiesOnly=yes', `UserKnownHostsFile=${knownHosts}`, 'ExitOnForwardFailure=yes'];
  const child = spawn('ssh', [...words, ...settings.flatMap((each) => ['-o', each]), `${sshd.login}@127.0.0.1`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const open = async (): Promise<Duplex> => {
    const socket: Socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: readBuffer,
        callback: (length) => {
          socket.emit('data', readBuffer.subarray(0, length));
          return true;
        },
      },
    });
    await once(socket, 'connect');
    return socket;
  };
  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null;
  child.on('error', () => undefined); // it counts as exited then
  for (;;) {
    if (hasExited()) throw new Error('ssh did not start');
    const first = await open().catch(() => undefined);
    first?.destroy();
    if (first) break;
    await new Promise((resolve) => setTimeout(resolve, 50)); // it doesn't report that it listens
  }
  return {
    port,
    open,
    close: async () => {
      if (hasExited()) return;
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
