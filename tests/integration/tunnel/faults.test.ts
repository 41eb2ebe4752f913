import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import { describe, expect, test } from 'vitest';
import {
  opened,
  refusalOf,
  stateOf,
  testRelay,
  testServer,
  testSshd,
  testTunnel,
  timeouts,
  transports,
  sshdWithEcho,
} from './tunnel-fixture.ts';
import { readBytes } from '../../support/read-until.ts';

/** Reads until the stream is over and returns how it ended. */
async function endOf(stream: Duplex): Promise<unknown> {
  stream.resume();
  stream.on('error', () => undefined);
  return finished(stream, { writable: false }).then(
    () => 'a clean end',
    (error: unknown) => error,
  );
}

/** Starts a server that never stops sending. */
function endless(): ReturnType<typeof testServer> {
  return testServer((socket) => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(Buffer.alloc(4096)));
    };
    socket.on('drain', more);
    more();
  });
}

const lost = { failure: { code: 'connection-lost' } };

describe.each(transports)('over %s', (over) => {
  describe('a broken session', () => {
    test('doesn’t look like the end of the answer when sshd is killed, and the tunnel reconnects', async () => {
      const sshd = await testSshd();
      const { port } = await endless();
      const tunnel = testTunnel(sshd, port, { over, patience: 30 }); // a ping may take as long as the machine needs
      const stream = await opened(tunnel, port);
      const end = endOf(stream);
      await once(stream, 'data');
      await sshd.kill();
      expect(await end).toMatchObject(lost);
      expect(tunnel.counters().openChannels).toBe(0);
      await stateOf(tunnel, 'waiting-to-retry', 'connecting');
      await sshd.start();
      await stateOf(tunnel, 'ready');
      await opened(tunnel, port);
      expect(tunnel.counters()).toMatchObject({ reconnects: 1, openChannels: 1 });
    });

    test('fails its streams at once on a reset', async () => {
      const sshd = await testSshd();
      const { port } = await endless();
      const relay = await testRelay(sshd.port);
      const tunnel = testTunnel(sshd, port, { over, hop: { port: relay.port } });
      const end = endOf(await opened(tunnel, port));
      relay.cut();
      expect(await end).toMatchObject(lost);
      await expect.poll(() => tunnel.counters().reconnects).toBe(1);
    });

    test('is kept for its connections when TCP dies without a FIN, but not forever', async () => {
      const { sshd, echo } = await sshdWithEcho();
      const relay = await testRelay(sshd.port);
      const tunnel = testTunnel(sshd, echo.port, {
        over,
        hop: { port: relay.port, keepaliveMs: 1000 },
        timeouts: () => ({ ...timeouts(), silenceMs: 4000 }),
      });
      const stream = await opened(tunnel, echo.port);
      const end = endOf(stream);
      relay.drop();
      await stateOf(tunnel, 'connecting', 'waiting-to-retry');
      expect(stream.destroyed).toBe(false);
      relay.heal();
      expect(await end).toMatchObject(lost);
      await stateOf(tunnel, 'ready');
      expect(tunnel.counters()).toMatchObject({ reconnects: 1, earlier: 0 });
    });

    test('loses no answer when the server falls silent, and is used again when it answers', async () => {
      const { sshd, echo } = await sshdWithEcho();
      const tunnel = testTunnel(sshd, echo.port, { over, hop: { keepaliveMs: 1000, connectTimeoutMs: 3000 } });
      const stream = await opened(tunnel, echo.port);
      await sshd.pause();
      const { failure } = await stateOf(tunnel, 'waiting-to-retry');
      expect(['connection-lost', 'connect-timeout']).toContain(failure.code);
      stream.write('still here');
      await sshd.resume();
      await stateOf(tunnel, 'ready');
      expect(await readBytes(stream, 10)).toBe('still here');
      await opened(tunnel, echo.port);
    });

    test('keeps an answer through a silent cut, while another session serves new requests', async () => {
      const { sshd, echo } = await sshdWithEcho();
      const relay = await testRelay(sshd.port);
      let patience = 1;
      const tunnel = testTunnel(sshd, echo.port, { over, hop: { port: relay.port }, patience: () => patience });
      const running = await opened(tunnel, echo.port);
      const first = tunnel.state();
      relay.stall();
      running.write('under way');
      await stateOf(tunnel, 'connecting', 'waiting-to-retry');
      patience = 30; // the new session's pings may take as long as the machine needs
      const fresh = await opened(tunnel, echo.port);
      fresh.write('new');
      expect(await readBytes(fresh, 3)).toBe('new');
      expect(tunnel.counters()).toMatchObject({ earlier: 1, reconnects: 1 });
      await expect.poll(relay.open).toBe(2);

      relay.resume();
      expect(await readBytes(running, 9)).toBe('under way');
      await expect.poll(tunnel.state, { message: 'the first is in use again' }).toEqual(first);
      fresh.destroy();
      await expect.poll(relay.held, { message: 'the other is used up' }).toBe(1);
      expect(running.destroyed).toBe(false);
      await opened(tunnel, echo.port);
      expect(relay.connections()).toBe(2);
    });

    test('keeps an answer while the network is gone for a while', async () => {
      const sshd = await testSshd();
      const { port } = await endless();
      const relay = await testRelay(sshd.port);
      const tunnel = testTunnel(sshd, port, { over, hop: { port: relay.port } });
      const stream = await opened(tunnel, port);
      let received = 0;
      stream.on('data', (chunk: Buffer) => (received += chunk.length));
      for (let flip = 0; flip < 3; flip += 1) {
        relay.stall();
        tunnel.suspect('the network changed');
        await stateOf(tunnel, 'connecting');
        relay.resume();
        tunnel.suspect('the network changed');
        await stateOf(tunnel, 'ready');
        const before = received;
        await expect.poll(() => received).toBeGreaterThan(before);
      }
      expect(stream.destroyed).toBe(false);
    });

    test('never leads to more than three sessions, however many fall silent', async () => {
      const { sshd, echo } = await sshdWithEcho();
      const relay = await testRelay(sshd.port);
      const tunnel = testTunnel(sshd, echo.port, { over, hop: { port: relay.port } });
      for (let cut = 0; cut < 4; cut += 1) {
        await opened(tunnel, echo.port);
        relay.stall();
        tunnel.suspect('the network changed');
        await stateOf(tunnel, 'connecting', 'waiting-to-retry');
        await stateOf(tunnel, 'ready');
        await expect.poll(relay.held, { message: 'one that gives way takes leave first' }).toBe(Math.min(3, cut + 2));
      }
      expect(relay.connections()).toBeGreaterThanOrEqual(5);
    });

    test('is pinged once after a network change, and kept if it answers', async () => {
      const { sshd, echo } = await sshdWithEcho();
      let change: (() => void) | undefined;
      const tunnel = testTunnel(sshd, echo.port, {
        over,
        patience: 30, // the ping may take as long as the machine needs
        monitorNetwork: (onChange) => {
          change = () => onChange('the network changed');
          return () => void (change = undefined);
        },
      });
      const stream = await opened(tunnel, echo.port);
      change?.();
      expect(tunnel.state().kind).toBe('suspect');
      await stateOf(tunnel, 'ready');
      expect(stream.destroyed).toBe(false);
      expect(tunnel.counters().reconnects).toBe(0);
      tunnel.stop();
      expect(change, 'the watch must end with the tunnel').toBeUndefined();
    });

    test('is replaced after a wake if the server hangs, and requests wait for the new one', async () => {
      const { sshd, echo } = await sshdWithEcho();
      const relay = await testRelay(sshd.port);
      let patience = 1;
      const tunnel = testTunnel(sshd, echo.port, { over, hop: { port: relay.port }, patience: () => patience });
      tunnel.start();
      await stateOf(tunnel, 'ready');
      relay.drop();
      tunnel.suspect('the computer woke up');
      const waiting = opened(tunnel, echo.port);
      relay.heal();
      await stateOf(tunnel, 'connecting', 'waiting-to-retry');
      patience = 30; // the new session's pings may take as long as the machine needs
      const stream = await waiting;
      stream.write('x');
      await once(stream, 'data');
      expect(tunnel.counters().reconnects).toBe(1);
    });
  });

  describe('a waiting request', () => {
    test('is served when the server comes back', async () => {
      const { sshd, echo } = await sshdWithEcho();
      const tunnel = testTunnel(sshd, echo.port, { over });
      await sshd.kill();
      const waiting = opened(tunnel, echo.port);
      await stateOf(tunnel, 'waiting-to-retry');
      await sshd.start();
      await waiting;
      expect(tunnel.state().kind).toBe('ready');
    });

    test('fails after a bounded time with the cause', async () => {
      const sshd = await testSshd();
      await sshd.kill();
      const tunnel = testTunnel(sshd, 1, { over, timeouts: () => ({ ...timeouts(), tunnelWaitMs: 300 }), random: () => 1 });
      tunnel.start();
      await stateOf(tunnel, 'waiting-to-retry'); // an ssh that has not tried by then would have no cause to report
      await expect(opened(tunnel, 1)).rejects.toMatchObject({
        failure: { code: 'tunnel-unavailable', reason: 'tunnel-down', params: { cause: { code: 'connection-refused' } } },
      });
    });

    test('ends at once when its caller aborts, and leaves nothing behind', async () => {
      const sshd = await testSshd();
      await sshd.kill();
      const tunnel = testTunnel(sshd, 1, { over });
      const caller = new AbortController();
      const waiting = tunnel.dial({ host: '127.0.0.1', port: 1 }, caller.signal);
      caller.abort(new Error('no longer'));
      await expect(waiting).rejects.toThrow('no longer');
    });

    test('fails when the tunnel is stopped, and requests don’t start it again', async () => {
      const sshd = await testSshd();
      await sshd.kill();
      const tunnel = testTunnel(sshd, 1, { over });
      const waiting = opened(tunnel, 1);
      tunnel.stop();
      await expect(waiting).rejects.toMatchObject({ failure: { code: 'tunnel-unavailable' } });
      await expect(opened(tunnel, 1)).rejects.toMatchObject({ failure: { code: 'tunnel-unavailable' } });
      expect(tunnel.state().kind).toBe('stopped');
    });
  });

  test('keeps the tunnel when the target refuses', async () => {
    const sshd = await testSshd();
    const tunnel = testTunnel(sshd, 1, { over });
    expect(await refusalOf(tunnel, 1)).toMatchObject({ failure: { code: 'connection-refused' } });
    expect(tunnel.state().kind).toBe('ready');
  });

  test.each([
    ['exits at once', ['ForceCommand /bin/false']],
    ['prints a banner and goes', ['ForceCommand echo welcome; echo to you >&2; exit 3']],
    ['never ends', ['ForceCommand exec sleep 600']],
    ['is not even allowed a session', ['MaxSessions 0']],
    ['is preceded by a banner', ['Banner /etc/passwd']],
  ])('forwards for a login whose shell %s', async (_what, config) => {
    const { sshd, echo } = await sshdWithEcho({ config });
    const stream = await opened(testTunnel(sshd, echo.port, { over }), echo.port);
    stream.write('x');
    expect(await readBytes(stream, 1)).toBe('x');
  });

  test('leaves no socket behind when stopped while connecting', async () => {
    const hangUps: Promise<unknown>[] = []; // a slow connect is tried a second time
    const silent = await testServer((socket) => void hangUps.push(once(socket.resume(), 'end')));
    const tunnel = testTunnel(await testSshd(), 1, { over, hop: { port: silent.port } });
    tunnel.start();
    await expect.poll(() => hangUps.length).toBeGreaterThan(0);
    tunnel.stop();
    await Promise.all(hangUps);
  });
});
