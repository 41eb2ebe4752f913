/** @module-tag long */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createIdentities, type Ask, type Hop, type HopChain } from '../../../electron/core/tunnel/tunnel.ts';
import type { Timers } from '../../../electron/core/tunnel/timers.ts';
import { ok, type Result } from '../../../electron/contract/failure.ts';
import type { SshQuestion } from '../../../electron/contract/connection.ts';
import { keychain } from '../../core/tunnel/authentication/ask-fixture.ts';
import { createManualClock } from '../../core/tunnel/manual-clock.ts';
import { canFakeAccounts } from '../../support/password-sshd.ts';
import type { Sshd } from '../../support/sshd.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startPasswordSshd } from './identity-fixture.ts';
import { hopTo, steppedTimers } from './tunnel-parts.ts';
import {
  plainOpenssh,
  stateOf,
  testServer,
  testSshd,
  testTunnel,
  transports,
  type TransportName,
  ownIdentities,
} from './tunnel-fixture.ts';

/** Starts a relay that forwards nothing to the server between `silence` and `resume`. `dropped` counts the bytes it received meanwhile. */
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
  return { port, silence: () => void (isSilent = true), resume: () => void (isSilent = false), dropped: () => dropped };
}

const connectTimeoutMs = 20_000;
/** Longer than the limit of the system's ssh, which comes slightly after its own. */
const stepMs = 30_000;
/** Longer than sshd waits for a login. */
const loginMs = 120_000;
/** Shorter timers are only polls. */
const minLimitMs = 500;

/** The test's clock for limits, and real time for polls. */
function manualLimits() {
  const clock = createManualClock();
  const stepped = steppedTimers();
  let polls = 0;
  const timers: Timers = {
    after: (ms, run) => {
      if (ms >= minLimitMs) return clock.timers.after(ms, run);
      polls += 1;
      return stepped.after(ms, run);
    },
  };
  return { clock, timers, polls: () => polls };
}

function passwordTunnel(over: TransportName, sshd: Sshd, ask: Ask, timers: Timers, hops: HopChain['hops']) {
  return testTunnel(sshd, 1, { over, hopChain: { hops, notes: [] }, identities: ownIdentities, ask, timers });
}

const typed = { kind: 'secret', secret: 'anything', keep: false } as const;

describe.each(transports)('over %s', (over) => {
  // catches an account that is locked, or a phone that is asked again and again, by a server that is slow to answer
  test.each([
    ['the instance', () => []],
    ['a jump host', (login: string) => [hopTo({ port: 1, login })]],
  ])('waits longer for the answer of %s to a password, and then doesn’t send it again', async (_name, behind) => {
    const sshd = await testSshd({ config: ['PasswordAuthentication yes'] });
    const relay = await startSilentRelay(sshd.port);
    const { clock, timers } = manualLimits();
    const ask: Ask = async ({ kind }) => {
      if (kind === 'host-key') return { kind, isTrusted: true };
      relay.silence();
      return typed;
    };
    const first: Hop = hopTo({ port: relay.port, login: sshd.login }, { name: 'first', connectTimeoutMs });
    const tunnel = passwordTunnel(over, sshd, ask, timers, [first, ...behind(sshd.login)]);
    tunnel.start();
    await expect.poll(relay.dropped).toBeGreaterThan(0);
    await clock.move(stepMs);
    expect(tunnel.state().kind).toBe('connecting');
    await clock.move(loginMs);
    expect((await stateOf(tunnel, 'failed', 'waiting-to-retry')).failure).toMatchObject({
      reason: 'sign-in-unanswered',
      params: { hop: 'first' },
    });
    expect(tunnel.state().kind).toBe('failed');
  });

  test('still has a password that nobody refused when the user reconnects', async () => {
    const sshd = await testSshd({ config: ['PasswordAuthentication yes'] });
    const relay = await startSilentRelay(sshd.port);
    const { clock, timers } = manualLimits();
    const asked: SshQuestion[] = [];
    const ask: Ask = async (question) => {
      if (question.kind === 'host-key') return { kind: 'host-key', isTrusted: true };
      asked.push(question);
      if (asked.length > 1) return { kind: 'given-up' };
      relay.silence();
      return typed;
    };
    const hop = hopTo({ port: relay.port, login: sshd.login }, { connectTimeoutMs });
    const tunnel = passwordTunnel(over, sshd, ask, timers, [hop]);
    tunnel.start();
    await expect.poll(relay.dropped).toBeGreaterThan(0);
    await clock.move(stepMs);
    await clock.move(loginMs);
    await stateOf(tunnel, 'failed');
    relay.resume();
    tunnel.reconnectNow();
    expect((await stateOf(tunnel, 'failed')).failure.code).toBe('login-given-up');
    expect(asked, 'asked again only after the server has rejected it').toMatchObject([{ isAgain: false }, { isAgain: true }]);
  });

  test('waits for a user who unlocks the keychain (catches a timeout of a server that waits for us)', async () => {
    const sshd = await testSshd();
    const keyFile = path.join(await temporaryFolder(), 'id_ed25519');
    await writeFile(keyFile, sshd.privateKey, { mode: 0o600 });
    await promisify(execFile)('ssh-keygen', ['-q', '-p', '-a', '1', '-P', '', '-N', 'passphrase', '-f', keyFile]);
    const { clock, timers } = manualLimits();
    const unlocking = Promise.withResolvers<void>();
    const unlocked = Promise.withResolvers<Result<string>>();
    const get = (): Promise<Result<string>> => {
      unlocking.resolve();
      return unlocked.promise;
    };
    const secrets = { store: { ...keychain().store, get }, profileId: 'p' };
    const tunnel = testTunnel(sshd, 1, {
      timers,
      hop: { identityFiles: [keyFile], connectTimeoutMs },
      identities: (ask) => createIdentities({ ask, secrets, defaultFiles: [] }),
      ...(over === 'openssh' ? { systemSsh: { ...plainOpenssh, secrets } } : {}),
    });
    tunnel.start();
    await unlocking.promise;
    await clock.move(stepMs);
    unlocked.resolve(ok('passphrase'));
    await stateOf(tunnel, 'ready', 'failed', 'waiting-to-retry');
    expect(tunnel.state().kind).toBe('ready');
  });
});

// catches two minutes of waiting for a dead instance because the jump host has a password
test.runIf(canFakeAccounts())('an instance behind a jump host with a password has the time to connect, not that to sign in', async () => {
  const jump = await startPasswordSshd(await temporaryFolder(), 'secret', ['UsePAM no', 'PasswordAuthentication yes']);
  let received = 0;
  const silent = await testServer((socket) => socket.on('data', ({ length }: Buffer) => (received += length)));
  const { clock, timers, polls } = manualLimits();
  const ask: Ask = async ({ kind }) =>
    kind === 'host-key' ? { kind, isTrusted: true } : { kind: 'secret', secret: 'secret', keep: false };
  const hops = [
    hopTo(jump, { name: 'bastion', connectTimeoutMs }),
    hopTo({ port: silent.port, login: jump.login }, { name: 'lab', connectTimeoutMs }),
  ] as const;
  const tunnel = passwordTunnel('openssh', await testSshd(), ask, timers, hops);
  tunnel.start();
  await expect.poll(() => received).toBeGreaterThan(0);
  const since = polls();
  await expect.poll(polls, { message: 'ssh’s log was read' }).toBeGreaterThan(since + 2);
  await clock.move(stepMs);
  expect((await stateOf(tunnel, 'waiting-to-retry')).failure).toMatchObject({
    reason: 'ssh-timed-out-via',
    params: { address: `lab (127.0.0.1:${silent.port})`, via: 'bastion' },
  });
});
