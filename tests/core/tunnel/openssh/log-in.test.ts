import { expect, test } from 'vitest';
import type { Failure } from '../../../../electron/contract/failure.ts';
import type { AskpassQuestion } from '../../../../electron/core/tunnel/openssh/askpass-files.ts';
import { logIn } from '../../../../electron/core/tunnel/openssh/log-in.ts';
import { systemTimers, type Timers } from '../../../../electron/core/tunnel/timers.ts';
import { hopTo } from '../host-keys/hop-fixture.ts';
import { createManualClock } from '../manual-clock.ts';
import { noObserver } from './no-observer.ts';

/** Shorter timers are only polls. */
const minLimitMs = 500;

/** Logs in to a lab behind a bastion with an ssh that asks this first, and then nothing more. */
async function logInAsking(question: AskpassQuestion) {
  const clock = createManualClock();
  const timers: Timers = { after: (ms, run) => (ms < minLimitMs ? systemTimers : clock.timers).after(ms, run) };
  let [polls, jumpLogins] = [0, 0];
  let failure: Failure | undefined;
  const ended = logIn({
    ssh: { stderr: () => '', exited: new Promise(() => undefined), kill: () => undefined },
    control: '/nowhere/control',
    hopChain: { hops: [hopTo('bastion'), hopTo('lab')], notes: [] },
    files: {
      poll: async () => {
        polls += 1;
        return polls === 1 ? [{ question, answer: async () => true }] : [];
      },
    },
    hostKeys: { check: async () => ({ kind: 'known' }), trust: async () => undefined, knownTypes: async () => [] },
    ask: async () => ({ kind: 'given-up' }),
    secrets: { answer: async () => undefined, skippedKeys: () => [], finish: async () => [] },
    accepted: new Map(),
    jumpLogins: () => jumpLogins,
    timers,
    observer: noObserver,
    signal: new AbortController().signal,
  }).then((result) => (failure = result));
  const polled = async (): Promise<void> => {
    const since = polls;
    await expect.poll(() => polls).toBeGreaterThan(since + 1);
  };
  await polled();
  return { ended, polled, move: clock.move, failure: () => failure, acceptJump: () => void (jumpLogins += 1) };
}

const touch: AskpassQuestion = { kind: 'notice', text: 'Confirm user presence for key ED25519-SK' };

// catches a tunnel that is "Connecting" forever because a security key was touched before the network failed
test('limits the login behind a jump host whose security key was touched', async () => {
  const { ended, polled, move, failure, acceptJump } = await logInAsking(touch);
  await move(30_000);
  await polled();
  expect(failure(), 'the user still looks for the key').toBeUndefined();
  acceptJump();
  await polled();
  await move(30_000);
  await ended;
  expect(failure()).toMatchObject({ reason: 'ssh-timed-out-via', params: { via: 'bastion' } });
});

test('gives the user as long to touch a security key as sshd waits', async () => {
  const { ended, polled, move, failure } = await logInAsking(touch);
  await move(119_000);
  await polled();
  expect(failure()).toBeUndefined();
  await move(1000);
  await ended;
  expect(failure()).toMatchObject({ code: 'connect-timeout', reason: 'security-key-untouched', params: { hop: 'bastion' } });
});
