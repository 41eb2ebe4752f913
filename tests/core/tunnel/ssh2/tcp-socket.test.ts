import { once } from 'node:events';
import net from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { corkWrites, openSocket } from '../../../../electron/core/tunnel/ssh2/tcp-socket.ts';
import { hopTo } from '../host-keys/hop-fixture.ts';

/** Creates a stream that records what it gets at once. */
function recorded(): { readonly stream: Duplex; readonly sent: string[] } {
  const sent: string[] = [];
  const stream = new Duplex({
    read: () => undefined,
    writev: (parts, done) => {
      sent.push(parts.map(({ chunk }) => String(chunk)).join(''));
      done();
    },
  });
  corkWrites(stream);
  return { stream, sent };
}

test('sends all writes of one turn as one piece (catches three segments for each packet)', async () => {
  const { stream, sent } = recorded();
  for (const piece of ['head', 'body', 'tag']) stream.write(piece);
  await turn();
  stream.write('next');
  await turn();
  expect(sent).toEqual(['headbodytag', 'next']);
});

test('sends pending writes before the end', async () => {
  const { stream, sent } = recorded();
  stream.write('disconnect');
  stream.end();
  await turn();
  expect(sent).toEqual(['disconnect']);
  expect(stream.writableFinished).toBe(true);
});

test('rejects without connecting if it was aborted before (catches an abort that is ignored)', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const reason = new Error('no longer wanted');
  await expect(openSocket(hopTo('127.0.0.1', { port }), AbortSignal.abort(reason))).rejects.toBe(reason);
});
