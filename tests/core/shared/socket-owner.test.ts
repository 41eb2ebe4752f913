import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, Socket, type AddressInfo, type Server } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { batchLookups, ownerIn, findSocketOwner, findSocketOwners, type SocketOwner } from '../../../electron/core/shared/socket-owner.ts';
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

test('shares the next lookup among callers that arrive during one, with a result for each', async () => {
  const lookups: { readonly sockets: readonly Socket[]; readonly answer: PromiseWithResolvers<readonly SocketOwner[]> }[] = [];
  const identify = batchLookups<SocketOwner>((sockets) => {
    const answer = Promise.withResolvers<readonly SocketOwner[]>();
    lookups.push({ sockets, answer });
    return answer.promise;
  });
  const [first, second, third] = [new Socket(), new Socket(), new Socket()];
  const pending = [identify(first)];
  await Promise.resolve();
  // A lookup may miss a connection that is newer than the lookup.
  pending.push(identify(second), identify(third));
  lookups[0]?.answer.resolve(['same']);
  expect(await pending[0]).toBe('same');
  lookups[1]?.answer.resolve(['other', 'unknown']);
  expect(await Promise.all(pending)).toEqual(['same', 'other', 'unknown']);
  expect(lookups.map(({ sockets }) => sockets)).toEqual([[first], [second, third]]);
});

test('continues after a failed lookup', async () => {
  let lookups = 0;
  const identify = batchLookups<SocketOwner>(async () => {
    lookups += 1;
    if (lookups === 1) throw new Error('no table');
    return ['same'];
  });
  await expect(identify(new Socket())).rejects.toThrow('no table');
  expect(await identify(new Socket())).toBe('same');
});
