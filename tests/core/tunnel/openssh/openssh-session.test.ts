import { rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { Failure } from '../../../../electron/contract/failure.ts';
import { createChannelLog } from '../../../../electron/core/tunnel/openssh/channel-log.ts';
import { createOpensshSession } from '../../../../electron/core/tunnel/openssh/openssh-session.ts';
import { sessionPaths } from '../../../../electron/core/tunnel/openssh/ssh-arguments.ts';
import type { SshProcess } from '../../../../electron/core/tunnel/openssh/ssh-process.ts';
import { lossDetails } from '../../../../electron/core/tunnel/text.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { createManualClock } from '../manual-clock.ts';
import { hopTo } from '../host-keys/hop-fixture.ts';
import { confirmedLine, createdLine } from './channel-lines.ts';
import { noObserver } from './no-observer.ts';

const mistyped = 'ada@lab: Permission denied, please try again.\n';

/** An ssh that the test ends. */
function fakeSsh() {
  let stderr = mistyped;
  const exited = Promise.withResolvers<Awaited<SshProcess['exited']>>();
  const exit = (startError?: string): void => exited.resolve({ startError });
  const process: SshProcess = { stderr: () => stderr, exited: exited.promise, kill: () => exit() };
  return { process, exit, write: (output: string) => (stderr += output) };
}

function openSession(folder = '/nowhere', greeting = async () => undefined as void) {
  const [master, probe] = [fakeSsh(), fakeSsh()];
  const [clock, channels] = [createManualClock(), createChannelLog()];
  const session = createOpensshSession({
    process: master.process,
    paths: sessionPaths(folder),
    instance: hopTo('lab'),
    target: { host: 'inference', port: 443 },
    timers: clock.timers,
    probe: () => probe.process,
    greeting,
    removeFolder: () => undefined,
    observer: noObserver,
    channels,
  });
  return { session, master, probe, clock, channels };
}

/** Creates a session whose ssh then writes this output and exits. Returns the reported failure. */
function lossAfter(output: string): Promise<Failure> {
  const { session, master } = openSession();
  master.write(output);
  master.exit();
  return new Promise((resolve) => session.onLost(resolve));
}

test('reports a lost session as lost although a password was mistyped before (catches a tunnel that is never retried)', async () => {
  expect(await lossAfter('client_loop: send disconnect: Broken pipe\n')).toMatchObject({
    code: 'connection-lost',
    params: { detail: 'client_loop: send disconnect: Broken pipe' },
  });
  expect(await lossAfter('')).toMatchObject({ code: 'connection-lost', params: { detail: lossDetails.silentExit } });
});

test('counts a ping from its request to its answer (catches a healthy session that is lost because processes start and end slowly)', async () => {
  const { session, probe, clock, channels } = openSession();
  const pinged = session.ping(500);
  await clock.move(9000);
  channels.addLine(createdLine(3, 'session'), 9000);
  await clock.move(499);
  channels.addLine(confirmedLine(3), 9499);
  expect(await pinged, 'although the probe has not ended').toEqual({ kind: 'answered', ms: 499 });
  probe.exit();
  await clock.move(0);
  expect(clock.pending()).toBe(0);
});

test('is silent if the request gets no answer, or can’t be sent', async () => {
  const unanswered = openSession();
  const pinged = unanswered.session.ping(500);
  unanswered.channels.addLine(createdLine(3, 'session'), 0);
  await unanswered.clock.move(499);
  expect(unanswered.clock.pending()).toBe(2);
  await unanswered.clock.move(1);
  expect(await pinged).toEqual({ kind: 'silent' });
  expect(unanswered.clock.pending()).toBe(0);

  const unsent = openSession();
  const tried = unsent.session.ping(500);
  await unsent.clock.move(10_500);
  expect(await tried).toEqual({ kind: 'silent' });
  expect(unsent.clock.pending()).toBe(0);
});

test('is silent within the limit of the ping if ssh itself hangs (catches silence that is noticed after 12 s)', async () => {
  const { session, clock } = openSession('/nowhere', () => new Promise<void>(() => undefined));
  const pinged = session.ping(2000);
  await clock.move(2000);
  expect(await pinged).toEqual({ kind: 'silent' });
  expect(clock.pending()).toBe(0);
});

test('is busy if ssh itself refuses the request', async () => {
  const folder = await temporaryFolder();
  const control = createServer().listen(sessionPaths(folder).control);
  onTestFinished(() => void control.close());
  await once(control, 'listening');
  const { session, probe, clock } = openSession(folder);
  const pinged = session.ping(500);
  probe.exit();
  expect(await pinged).toEqual({ kind: 'busy' });
  expect(clock.pending()).toBe(0);
});

test('says nothing about the session if the probe can’t be started (catches a healthy one taken for silent, or a silent one for healthy)', async () => {
  const { session, probe } = openSession();
  const pinged = session.ping(500);
  probe.exit('EMFILE');
  expect(await pinged).toEqual({ kind: 'unsent' });
});

test('loses only the connection whose socket could not be opened, and not the session with all the others', async () => {
  const folder = await temporaryFolder();
  const { forward } = sessionPaths(folder);
  const { session, channels } = openSession(folder);
  let lost: Failure | undefined;
  session.onLost((failure) => (lost = failure));
  const open = () => session.open({ host: 'inference', port: 443 }, new AbortController().signal);

  await symlink(forward, forward); // fails with ELOOP, which says as little about ssh as EMFILE
  expect(await open()).toMatchObject({ ok: false, failure: { code: 'connection-lost' } });
  expect(lost).toBeUndefined();

  await rm(forward);
  const ssh = createServer(() => {
    channels.addLine(createdLine(3, 'direct-tcpip'), 0);
    channels.addLine(confirmedLine(3), 1);
  }).listen(forward);
  onTestFinished(() => void ssh.close());
  await once(ssh, 'listening');
  const opened = await open();
  if (!opened.ok) throw new Error('The outcome of the failed connection was taken for this one’s.');
  opened.value.on('error', () => undefined);

  await rm(forward);
  await open();
  expect(lost, 'ssh removes its socket when it ends').toMatchObject({ code: 'connection-lost' });
});
