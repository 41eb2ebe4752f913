import { expect, test } from 'vitest';
import { createSocketServer } from '../../../electron/browser/channel/channel.ts';
import { openSocket } from '../../../renderer/bridge/browser-bridge.ts';
import { serveSockets } from '../../browser/channel/serve-sockets.ts';

test('passes long messages whole and in order, both ways', async () => {
  const echo = createSocketServer((write) => ({
    receive: (text) => {
      write(text);
      return true;
    },
    close: () => undefined,
  }));
  const url = await serveSockets(echo);
  const sent = ['short', 'x'.repeat(10_000_000), 'then this'].map((text) => JSON.stringify({ text }));
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  const received: string[] = [];
  const socket = openSocket(url, {
    onOpen: () => {
      socket.send(JSON.stringify({ page: 'page-of-this-test-0001' }));
      for (const text of sent) socket.send(text);
    },
    onText: (text) => {
      if (text.includes('"welcome"')) return;
      if (received.push(text) === sent.length) resolve(received);
    },
    onClose: () => reject(new Error('the connection was closed')),
  });
  const lengths = (await promise).map(({ length }) => length);
  expect(lengths).toEqual(sent.map(({ length }) => length));
  expect(received.every((text, index) => text === sent[index])).toBe(true);
  socket.close();
});
