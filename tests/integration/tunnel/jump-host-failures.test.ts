/** @module-tag long */
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../electron/contract/failure.ts';
import type { Hop } from '../../../electron/core/tunnel/tunnel.ts';
import { freePort } from '../../support/free-port.ts';
import { hopTo, stateOf, testServer, testSshd, testTunnel, transports, type TransportName } from './tunnel-fixture.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';

/** Returns why this hop can't be reached through a jump host. */
async function failureBehindJump(over: TransportName, next: Partial<Hop>, config: readonly string[] = []): Promise<Failure> {
  const jump = await testSshd({ config });
  const hops = [hopTo(jump, { name: 'bastion', identityFiles: [jump.keyFile] }), hopTo({ port: 1, login: jump.login }, next)] as const;
  const tunnel = testTunnel(jump, 1, { over, hopChain: { hops, notes: [] } });
  tunnel.start();
  return (await stateOf(tunnel, 'waiting-to-retry', 'failed')).failure;
}

// catches the advice to check the inference server when a jump host can't reach the instance
describe.each(transports)('over %s names the jump host that can’t reach the instance', (over) => {
  test('when nothing listens there', async () => {
    const port = await freePort();
    const failure = await failureBehindJump(over, { name: 'lab', port });
    expect(failure).toMatchObject({
      code: 'connection-refused',
      reason: 'next-hop-not-reached',
      params: { hop: 'bastion', next: 'lab', destination: `lab (127.0.0.1:${port})` },
    });
  });

  test('when the name is unknown there', async () => {
    const unknown = { name: 'lab', host: 'nowhere.invalid', connectTimeoutMs: 60_000 }; // the resolver may be slow
    const failure = await failureBehindJump(over, unknown);
    expect(failure).toMatchObject({ reason: 'next-hop-not-reached', params: { hop: 'bastion', destination: 'lab (nowhere.invalid:1)' } });
    expect(describeFailure(failure).remedy).not.toContain('inference server');
  });

  test('when forwarding is forbidden', async () => {
    const failure = await failureBehindJump(over, { name: 'lab' }, ['PermitOpen 127.0.0.1:9']);
    expect(failure).toMatchObject({ code: 'forwarding-forbidden', reason: 'jump-forbidden', params: { hop: 'bastion' } });
  });

  test('when the instance doesn’t answer', async () => {
    const silent = await testServer((socket) => socket.resume());
    const failure = await failureBehindJump(over, { name: 'lab', port: silent.port, connectTimeoutMs: 1000 });
    expect(failure).toMatchObject({
      code: 'connect-timeout',
      reason: 'ssh-timed-out-via',
      params: { address: `lab (127.0.0.1:${silent.port})`, via: 'bastion' },
    });
  });
});
