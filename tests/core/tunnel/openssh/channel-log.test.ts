import { expect, test } from 'vitest';
import { createChannelLog, type ChannelLog } from '../../../../electron/core/tunnel/openssh/channel-log.ts';
import { confirmedLine, createdLine, requestedLine } from './channel-lines.ts';

/** Adds the lines, each read at its own time. */
function addLines(log: ChannelLog, lines: readonly string[]): void {
  lines.forEach((line, at) => log.addLine(line, at));
}

test('assigns outcomes to the right connections when they arrive in another order', async () => {
  const log = createChannelLog();
  const [first, second] = [log.nextOutcome(), log.nextOutcome()];
  addLines(log, [
    createdLine(2, 'direct-tcpip'),
    createdLine(5, 'direct-tcpip'),
    confirmedLine(5),
    'channel 2: open failed: connect failed: Connection refused\r',
  ]);
  expect(await first).toEqual({ kind: 'refused', message: 'open failed: connect failed: Connection refused' });
  expect(await second).toEqual({ kind: 'opened' });
});

// catches an open connection that is reported as refused, because a forward of the user's config was
test('ignores the connections to ports that the user’s own config forwards', async () => {
  const log = createChannelLog();
  const ours = log.nextOutcome();
  addLines(log, [
    requestedLine(8080),
    createdLine(2, 'direct-tcpip'),
    'channel 2: open failed: connect failed: Connection refused\r',
    requestedLine(-2),
    createdLine(3, 'direct-tcpip'),
    confirmedLine(3),
  ]);
  expect(await ours).toEqual({ kind: 'opened' });
});

test('understands an older ssh, which doesn’t name the channel type', async () => {
  const log = createChannelLog();
  const first = log.nextOutcome();
  addLines(log, ['debug1: channels.c:channel_new():424 (pid=7): channel 3: new [direct-tcpip]', confirmedLine(3)]);
  expect(await first).toEqual({ kind: 'opened' });
});

test('measures the round trip of each session, unless both lines came with one read', async () => {
  const log = createChannelLog();
  const [first, alsoFirst] = [log.nextSession(), log.nextSession()];
  log.addLine(createdLine(4, 'mux-control'), 90);
  log.addLine(createdLine(5, 'session'), 100);
  const second = log.nextSession();
  log.addLine(createdLine(6, 'session'), 130);
  log.addLine(confirmedLine(6), 130);
  log.addLine(confirmedLine(5), 142);
  expect(await (await first).answer).toBe(42);
  expect(await (await alsoFirst).answer, 'two pings at once').toBe(42);
  expect(await (await second).answer).toBeUndefined();
});

test('filters only the lines of our own option', () => {
  const log = createChannelLog();
  expect(log.addLine(createdLine(0, 'unix-listener'), 0)).toBe(true);
  expect(log.addLine(requestedLine(-2), 0)).toBe(true);
  expect(log.addLine('channel 0: open failed: administratively prohibited: open failed', 0), 'said by a jump host’s ssh').toBe(false);
  expect(log.addLine('Connection closed by 127.0.0.1 port 22', 0)).toBe(false);
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
