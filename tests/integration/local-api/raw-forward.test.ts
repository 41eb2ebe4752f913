import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openRawForward, type RawForward, type RawForwardOptions } from '../../../electron/core/local-api/port/forward-port.ts';
import type { Tunnel } from '../../../electron/core/tunnel/tunnel.ts';
import { stateOf, testServer, testSshd, testTunnel, sshdWithEcho } from '../tunnel/tunnel-fixture.ts';
import { must } from '../../support/must.ts';

async function testForward(tunnel: Tunnel, targetPort: number, more: Partial<RawForwardOptions> = {}): Promise<RawForward> {
  const target = { host: '127.0.0.1', port: targetPort };
  const dial = (signal: AbortSignal) => tunnel.dial(target, signal);
  const forward = must(await openRawForward({ port: 0, isAllowed: async () => true, dial, ...more }));
  onTestFinished(forward.close);
  return forward;
}

/** Returns everything a socket received, and how it ended. */
async function readOut(socket: Socket): Promise<{ readonly text: string; readonly end: string }> {
  let got = '';
  let end = 'cut';
  socket.on('data', (chunk: Buffer) => (got += chunk.toString()));
  socket.on('error', (error: NodeJS.ErrnoException) => (end = error.code ?? 'error'));
  socket.on('end', () => (end = 'clean'));
  await new Promise((resolve) => socket.once('close', resolve)); // `once` of node:events would throw on a reset
  return { text: got, end };
}

test('forwards both ways, and a half-closed connection still gets its answer', async () => {
  const sshd = await testSshd();
  // Answers only after the client has ended its side.
  const late = await testServer((socket) => socket.resume().once('end', () => socket.end('answer')));
  const tunnel = testTunnel(sshd, late.port);
  const forward = await testForward(tunnel, late.port);
  const socket = connect({ port: forward.port, host: '127.0.0.1' });
  socket.end('question');
  expect(await readOut(socket)).toEqual({ text: 'answer', end: 'clean' });
  await expect.poll(() => tunnel.counters().openChannels).toBe(0);
});

test('resets a client that is not allowed before the tunnel is even started', async () => {
  const sshd = await testSshd();
  const tunnel = testTunnel(sshd, 1);
  const forward = await testForward(tunnel, 1, { isAllowed: async () => false });
  const socket = connect({ port: forward.port, host: '127.0.0.1' });
  expect(await readOut(socket)).toEqual({ text: '', end: 'ECONNRESET' });
  expect(tunnel.state().kind).toBe('idle');
});

test('resets local connections when SSH dies instead of ending them, and keeps listening', async () => {
  const { sshd, echo } = await sshdWithEcho();
  const tunnel = testTunnel(sshd, echo.port);
  const forward = await testForward(tunnel, echo.port);
  const socket = connect({ port: forward.port, host: '127.0.0.1' });
  const all = readOut(socket);
  socket.write('x');
  await once(socket, 'data');
  await sshd.kill();
  expect((await all).end).toBe('ECONNRESET');
  await sshd.start();
  await stateOf(tunnel, 'ready');
  const again = connect({ port: forward.port, host: '127.0.0.1' });
  again.write('y');
  await once(again, 'data');
  again.destroy();
});

test('resets the local connection when the target refuses', async () => {
  const sshd = await testSshd();
  const forward = await testForward(testTunnel(sshd, 1), 1);
  const socket = connect({ port: forward.port, host: '127.0.0.1' });
  expect((await readOut(socket)).end).toBe('ECONNRESET');
});
