import { PassThrough } from 'node:stream';
import type { ClientChannel } from 'ssh2';
import { expect, test } from 'vitest';
import { ChannelStream } from '../../../../electron/core/tunnel/ssh2/channel-opener.ts';

// catches a program that is ended by the error of a connection that nobody used yet
test('throws nothing when the session breaks before the stream has a user', async () => {
  const channel = Object.assign(new PassThrough(), { close: () => undefined }) as unknown as ClientChannel;
  const stream = new ChannelStream(channel, { window: undefined, whenDrained: (proceed) => proceed(), onBytes: () => undefined });
  const closed = Promise.withResolvers<void>();
  stream.once('close', closed.resolve);
  stream.destroy(new Error('the SSH connection broke'));
  await closed.promise; // the error was emitted before
  expect(stream.errored?.message).toBe('the SSH connection broke');
});
