/** @module-tag long */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { expect, test } from 'vitest';
import type { Hop } from '../../../electron/core/tunnel/tunnel.ts';
import type { Sshd } from '../../support/sshd.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  echoServer,
  hopTo,
  never,
  stateOf,
  testServer,
  testSshd,
  testTunnel,
  transports,
  trustingUser,
  ownIdentities,
  sshdWithEcho,
} from './tunnel-fixture.ts';

const mebibyte = 1024 * 1024;
v8.setFlagsFromString('--expose-gc');
const collect: () => void = vm.runInNewContext('gc');

const digest = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

/** Returns the memory in MiB after garbage collection. */
async function memory(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    collect();
    await turn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / mebibyte;
}

test.each(transports)('over %s keeps bytes intact while the server rekeys every MiB, and asks about its key once', async (over) => {
  const { sshd, echo } = await sshdWithEcho({ config: ['RekeyLimit 1M'] });
  const { ask, asked } = trustingUser();
  const tunnel = testTunnel(sshd, echo.port, { over, patience: 30, ask });
  const streams = await Promise.all([1, 2].map(() => tunnel.dial({ host: '127.0.0.1', port: echo.port }, never)));
  await Promise.all(
    streams.map(async (stream) => {
      const sent = randomBytes(12 * mebibyte);
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.end(sent);
      await once(stream, 'close');
      expect(digest(Buffer.concat(pieces))).toBe(digest(sent));
    }),
  );
  expect(asked).toHaveLength(1);
  expect(tunnel.counters()).toMatchObject({ received: 24 * mebibyte, sent: 24 * mebibyte, reconnects: 0, openChannels: 0 });
});

test('leaves nothing behind after opening and closing 200 channels repeatedly', async () => {
  const { sshd, echo } = await sshdWithEcho();
  const tunnel = testTunnel(sshd, echo.port);
  const round = async (): Promise<void> => {
    const streams = await Promise.all(Array.from({ length: 200 }, () => tunnel.dial({ host: '127.0.0.1', port: echo.port }, never)));
    await Promise.all(
      streams.map(async (stream, index) => {
        stream.write('x');
        await once(stream, 'data');
        if (index % 2 === 0) stream.end();
        else stream.destroy();
        stream.resume();
        await once(stream, 'close');
      }),
    );
    expect(tunnel.counters().openChannels).toBe(0);
    await expect.poll(() => echo.sockets.size).toBe(0);
  };
  for (let warm = 0; warm < 3; warm += 1) await round();
  const before = await memory();
  for (let again = 0; again < 50; again += 1) await round();
  expect((await memory()) - before).toBeLessThan(8);
}, 900_000); // thousands of connections on a busy machine

test('holds less than 64 MiB for 100 readers that stall, some after a fast start', async () => {
  const sshd = await testSshd();
  const chunk = Buffer.alloc(64 * 1024);
  const source = await testServer((socket) => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', more);
    more();
  });
  const tunnel = testTunnel(sshd, source.port);
  tunnel.start();
  await stateOf(tunnel, 'ready');
  const streams = await Promise.all(Array.from({ length: 100 }, () => tunnel.dial({ host: '127.0.0.1', port: source.port }, never)));
  // A quarter of them read until their windows have grown, then stop too.
  await Promise.all(
    streams.slice(0, 25).map(async (stream) => {
      let read = 0;
      stream.on('data', (piece: Buffer) => {
        read += piece.length;
        if (read > 4 * mebibyte) stream.pause();
      });
      await once(stream, 'pause');
    }),
  );
  const held = (): number => streams.reduce((sum, stream) => sum + stream.readableLength, 0);
  let last = -1;
  while (held() !== last) {
    last = held();
    await tunnel.dial({ host: '127.0.0.1', port: source.port }, never).then((stream) => stream.destroy()); // a round trip after everything that was sent
  }
  expect(last).toBeGreaterThan(20 * mebibyte);
  expect(last).toBeLessThan(64 * mebibyte);
  streams.forEach((stream) => stream.destroy());
});

test('doesn’t buffer endlessly for a server that doesn’t read', async () => {
  const sshd = await testSshd();
  const deaf = await testServer((socket) => socket.pause());
  const tunnel = testTunnel(sshd, deaf.port);
  const stream = await tunnel.dial({ host: '127.0.0.1', port: deaf.port }, never);
  let accepted = 0;
  const chunk = Buffer.alloc(64 * 1024);
  while (stream.write(chunk)) {
    accepted += chunk.length;
    await turn();
    if (accepted > 64 * mebibyte) break;
  }
  expect(accepted).toBeLessThan(16 * mebibyte);
  stream.destroy();
});

test.each(transports)('over %s connects through two jump hosts, each with its own key and login', async (over) => {
  const [first, second, instance] = await Promise.all([testSshd(), testSshd(), testSshd()]);
  const echo = await echoServer();
  const { ask, asked } = trustingUser();
  const hop = (sshd: Sshd): Hop => hopTo(sshd, { identityFiles: [sshd.keyFile], identitiesOnly: true });
  const hopChain = { hops: [hop(first), hop(second), hop(instance)], notes: [] } as const;
  const tunnel = testTunnel(instance, echo.port, { over, hopChain, identities: ownIdentities, ask });
  const stream = await tunnel.dial({ host: '127.0.0.1', port: echo.port }, never);
  const sent = randomBytes(8 * mebibyte);
  const pieces: Buffer[] = [];
  stream.on('data', (piece: Buffer) => pieces.push(piece));
  stream.end(sent);
  await once(stream, 'close');
  expect(digest(Buffer.concat(pieces))).toBe(digest(sent));
  expect(asked.map(({ hop }) => hop)).toEqual([first, second, instance].map(({ port }) => `instance-${port}`));

  const cut = await tunnel.dial({ host: '127.0.0.1', port: echo.port }, never);
  const broken = once(cut, 'error');
  await first.kill();
  expect((await broken)[0]).toMatchObject({ failure: { code: 'connection-lost' } });
  await stateOf(tunnel, 'waiting-to-retry', 'connecting');
  await first.start();
  await stateOf(tunnel, 'ready');
});

// sshd keeps Nagle's algorithm on until then, and each new connection would end 40 ms late. The benchmark measures how late.
test.each(transports)('over %s opens one session with a command after login', async (over) => {
  const mark = path.join(await temporaryFolder(), 'opened');
  const { sshd, echo } = await sshdWithEcho({ config: [`ForceCommand echo "$SSH_ORIGINAL_COMMAND" >> ${mark}`] });
  const tunnel = testTunnel(sshd, echo.port, { over, patience: 30 });
  await tunnel.ready(never);
  await expect.poll(() => readFile(mark, 'utf8').catch(() => '')).toBe('true\n');
});
