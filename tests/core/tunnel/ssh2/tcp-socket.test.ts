import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { corkWrites } from '../../../../electron/core/tunnel/ssh2/tcp-socket.ts';

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
