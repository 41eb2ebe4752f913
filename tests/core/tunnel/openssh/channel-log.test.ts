import { expect, test } from 'vitest';
import { createChannelLog, type ChannelLog } from '../../../../electron/core/tunnel/openssh/channel-log.ts';

/** Lines as OpenSSH 9.2 logs them, each read at its own time. */
const added = (channel: number, name: string): string =>
  `debug1: channels.c:channel_new():503 (pid=7): channel ${channel}: new ${name} [${name === 'session' ? 'client-session' : name}] (inactive timeout: 0)\r`;
const confirmed = (channel: number): string =>
  `debug2: channels.c:channel_input_open_confirmation():3518 (pid=7): channel ${channel}: open confirm rwindow 2097152 rmax 32768\r`;

function addLines(log: ChannelLog, lines: readonly string[]): void {
  lines.forEach((line, at) => log.addLine(line, at));
}

test('assigns outcomes to the right connections when they arrive in another order', async () => {
  const log = createChannelLog();
  const [first, second] = [log.nextOutcome(), log.nextOutcome()];
  addLines(log, [
    added(2, 'direct-tcpip'),
    added(5, 'direct-tcpip'),
    confirmed(5),
    'channel 2: open failed: connect failed: Connection refused\r',
  ]);
  expect(await first).toEqual({ kind: 'refused', message: 'open failed: connect failed: Connection refused' });
  expect(await second).toEqual({ kind: 'opened' });
});

test('understands an older ssh, which doesn’t name the channel type', async () => {
  const log = createChannelLog();
  const first = log.nextOutcome();
  addLines(log, ['debug1: channels.c:channel_new():424 (pid=7): channel 3: new [direct-tcpip]', confirmed(3)]);
  expect(await first).toEqual({ kind: 'opened' });
});

test('measures the round trip of a session, unless both lines came with one read', () => {
  const log = createChannelLog();
  log.addLine(added(4, 'mux-control'), 90);
  log.addLine(added(5, 'session'), 100);
  log.addLine(confirmed(5), 142);
  expect(log.takeRoundTrip()).toBe(42);
  expect(log.takeRoundTrip(), 'it is taken once').toBeUndefined();
  log.addLine(added(5, 'session'), 200);
  log.addLine(confirmed(5), 200);
  expect(log.takeRoundTrip()).toBeUndefined();
});

test('filters only the lines of our own option', () => {
  const log = createChannelLog();
  expect(log.addLine(added(0, 'unix-listener'), 0)).toBe(true);
  expect(log.addLine('channel 0: open failed: administratively prohibited: open failed', 0), 'said by a jump host’s ssh').toBe(false);
  expect(log.addLine('Connection closed by 127.0.0.1 port 22', 0)).toBe(false);
});

test('records when ssh is connected, and filters that line', () => {
  const log = createChannelLog();
  const said = (text: string): string => `sshconnect.c:ssh_connect_direct():522 (pid=7): ${text}\r`;
  expect(log.addLine(`debug1: ${said('Connecting to lab [10.0.0.1] port 22.')}`, 3)).toBe(true);
  expect(log.connectedAt()).toBeUndefined();
  expect(log.addLine(`debug1: ${said('Connection established.')}`, 7)).toBe(true);
  expect(log.connectedAt()).toBe(7);
  expect(log.addLine(said('ssh: connect to host lab port 22: Connection refused'), 9), 'its last words').toBe(false);
});

test.each(['Authenticated to bastion ([10.0.0.1]:22) using "password".', 'Authentication succeeded (password).'])(
  'counts the sign-in of a jump host and filters its line: %s',
  (text) => {
    const log = createChannelLog();
    expect(log.addLine(`debug1: sshconnect2.c:ssh_userauth2():580 (pid=7): ${text}\r`, 1)).toBe(true);
    expect(log.addLine(`sshconnect2.c:ssh_userauth2():580 (pid=7): ${text}\r`, 2)).toBe(true);
    expect(log.jumpLogins()).toBe(2);
  },
);
