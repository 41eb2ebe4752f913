import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createIdentities, type Ask } from '../../../electron/core/tunnel/tunnel.ts';
import type { Timers } from '../../../electron/core/tunnel/timers.ts';
import { createManualClock } from '../../core/tunnel/manual-clock.ts';
import { steppedTimers } from './tunnel-parts.ts';
import { stateOf, testServer, testSshd, testTunnel, transports } from './tunnel-fixture.ts';

/** Starts a relay that forwards nothing to the server after `silence`. `dropped` counts the bytes it received since. */
async function startSilentRelay(toPort: number) {
  let isSilent = false;
  let dropped = 0;
  const { port } = await testServer((near) => {
    const far = connect({ host: '127.0.0.1', port: toPort });
    far.on('error', () => undefined);
    far.pipe(near);
    near.once('close', () => far.destroy());
    near.on('data', (chunk: Buffer) => {
      if (isSilent) dropped += chunk.length;
      else far.write(chunk);
    });
  });
  return { port, silence: () => void (isSilent = true), dropped: () => dropped };
}

const connectTimeoutMs = 20_000;
/** Longer than the limit of the system's ssh, which comes slightly after its own. */
const stepMs = 30_000;
/** Shorter timers are only polls. */
const minLimitMs = 500;

describe.each(transports)('over %s', (over) => {
  // catches an account that is locked, or a phone that is asked again and again, by a server that is slow to answer
  test('waits longer for the answer to a password, and then doesn’t send it again', async () => {
    const sshd = await testSshd({ config: ['PasswordAuthentication yes'] });
    const relay = await startSilentRelay(sshd.port);
    const clock = createManualClock();
    const polls = steppedTimers();
    const timers: Timers = { after: (ms, run) => (ms < minLimitMs ? polls : clock.timers).after(ms, run) };
    const ask: Ask = async ({ kind }) => {
      if (kind === 'host-key') return { kind, isTrusted: true };
      relay.silence();
      return { kind: 'secret', secret: 'anything', keep: false };
    };
    const tunnel = testTunnel(sshd, 1, {
      over,
      hop: { port: relay.port, identityFiles: [], connectTimeoutMs },
      identities: (asked) => createIdentities({ ask: asked, defaultFiles: [] }),
      ask,
      timers,
    });
    tunnel.start();
    await expect.poll(relay.dropped).toBeGreaterThan(0);
    await clock.move(stepMs);
    expect(tunnel.state().kind).toBe('connecting');
    await clock.move(120_000);
    expect((await stateOf(tunnel, 'failed', 'waiting-to-retry')).failure.reason).toBe('sign-in-unanswered');
    expect(tunnel.state().kind).toBe('failed');
  });
});
