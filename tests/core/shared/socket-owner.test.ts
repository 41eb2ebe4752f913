import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ownerIn, findSocketOwner, findSocketOwners } from '../../../electron/core/shared/socket-owner.ts';
import { hasIpv6 } from '../../support/ipv6.ts';

async function listen(host: string): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer({ allowHalfOpen: true }).listen(0, host);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

describe.runIf(process.platform === 'linux')('on Linux', () => {
  test.for([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['::', '127.0.0.1'],
    ['127.0.0.1', '::ffff:127.0.0.1'],
  ] as const)(
    'identifies a program of the same user by its connection (listening on %s, called at %s)',
    async ([host, called], { skip }) => {
      skip(!hasIpv6 && `${host}${called}`.includes(':'), 'This machine has no IPv6.');
      const { server, port } = await listen(host);
      const client = connect({ host: called, port, allowHalfOpen: true });
      onTestFinished(() => void client.destroy());
      const [socket] = (await once(server, 'connection')) as [Socket];
      onTestFinished(() => void socket.destroy());
      expect(await findSocketOwner(socket)).toBe('same');
      client.end(); // half closed, as by `nc`: it can still read
      await once(socket.resume(), 'end');
      expect(await findSocketOwner(socket)).toBe('same');
    },
  );

  test.for([
    ['127.0.0.1', ['127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.1']],
    ['::', ['127.0.0.1', '::1', '127.0.0.1', '::ffff:127.0.0.1']],
  ] as const)(
    'identifies many connections in one lookup, whichever address they call (listening on %s)',
    async ([address, hosts], { skip }) => {
      skip(!hasIpv6 && address === '::', 'This machine has no IPv6.');
      const { server, port } = await listen(address);
      const sockets: Socket[] = [];
      for (const host of hosts) {
        const client = connect({ host, port });
        onTestFinished(() => void client.destroy());
        const [socket] = (await once(server, 'connection')) as [Socket];
        onTestFinished(() => void socket.destroy());
        sockets.push(socket);
      }
      const gone = { localAddress: '127.0.0.1', localPort: port, remoteAddress: '127.0.0.1', remotePort: 1 };
      expect(await findSocketOwners([gone, ...sockets])).toEqual(['other', 'same', 'same', 'same', 'same']);
    },
  );

  test('can’t identify a program that has disconnected', async () => {
    const { server, port } = await listen('127.0.0.1');
    const client = connect({ host: '127.0.0.1', port });
    const [socket] = (await once(server, 'connection')) as [Socket];
    client.destroy();
    await once(socket.resume(), 'end');
    socket.destroy();
    const ends = { localAddress: '127.0.0.1', localPort: port, remoteAddress: '127.0.0.1', remotePort: client.localPort };
    expect(await findSocketOwner(ends)).toBe('other');
  });

  test.runIf(process.getuid?.() === 0)('rejects another user of this computer', async () => {
    const { server, port } = await listen('127.0.0.1');
    // a program of the system, because other users may not be allowed to read this project
    const client = spawn('/bin/bash', ['-c', `exec 3<>/dev/tcp/127.0.0.1/${port}; cat <&3`], { uid: 65_534, cwd: '/', stdio: 'ignore' });
    onTestFinished(() => void client.kill());
    const [socket] = (await once(server, 'connection')) as [Socket];
    onTestFinished(() => void socket.destroy());
    expect(await findSocketOwner(socket)).toBe('other');
  });
});

test('allows everybody if users can’t be identified', async () => {
  const ends = { localAddress: '127.0.0.1', localPort: 1, remoteAddress: '127.0.0.1', remotePort: 2 };
  expect(await findSocketOwner(ends, 'darwin')).toBe('unknown');
});

test('doesn’t take our own end, a connection without an owner or another address for the peer', () => {
  const line = (from: string, to: string, inode: number, user: number): string =>
    `   0: ${from} ${to} 01 00000000:00000000 00:00000000 00000000 ${user} 0 ${inode} 1 0`;
  const ends = { localAddress: '127.0.0.1', localPort: 0x1f90, remoteAddress: '127.0.0.1', remotePort: 0xc350 };
  expect(ownerIn(line('0100007F:1F90', '0100007F:C350', 7, 1000), ends)).toBeUndefined();
  expect(ownerIn(line('0100007F:C350', '0100007F:1F90', 0, 0), ends)).toBeUndefined();
  expect(ownerIn(line('0100007F:C350', '0200007F:1F90', 7, 1000), ends)).toBeUndefined();
  expect(ownerIn(line('0100007F:C350', '0100007F:1F90', 7, 1000), ends)).toBe(1000);
});
