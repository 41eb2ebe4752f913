import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { createDirectUpstream, createTunnelDecision, type ProbeResult } from '../../../electron/core/connection/tunnel-decision.ts';
import { tcpDial } from '../../../electron/core/upstream/upstream.ts';
import { startServer } from '../../support/https-server.ts';
import { never, upstreamTo } from '../upstream/upstream-fixture.ts';

/** The error of a connection that TCP keepalive or a retransmission gives up. */
const dead = Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT', syscall: 'read' });

test('sends a request once if its connection dies (catches a second answer through the tunnel)', async () => {
  const straight: Duplex[] = [];
  const server = await startServer((_seen, response) => {
    if (server.seen.length > 1) response.end();
    else for (const socket of straight) socket.destroy(dead);
  });
  const withoutTunnel = upstreamTo(server, {
    route: {
      kind: 'dial',
      dial: async (target, signal) => {
        const socket = await tcpDial(target, signal);
        straight.push(socket);
        return socket;
      },
    },
  });
  const results: ProbeResult[] = [{ kind: 'answered' }, { kind: 'not-permitted' }];
  const decision = createTunnelDecision({
    wanted: 'auto',
    hasInstance: true,
    isTunnelUp: () => true,
    probe: async () => results.shift() ?? { kind: 'not-permitted' },
    onChange: () => undefined,
  });
  const upstream = createDirectUpstream({ decision, withoutTunnel, throughTunnel: upstreamTo(server) });
  const sent = await upstream.request({ method: 'POST', path: '/x', body: '{}', signal: never });
  expect(sent).toMatchObject({ ok: false, failure: { code: 'connection-lost' } });
  expect(server.seen).toHaveLength(1);
});
