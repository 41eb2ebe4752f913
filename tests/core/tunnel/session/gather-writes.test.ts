import { randomBytes } from 'node:crypto';
import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gatherWrites } from '../../../../electron/core/tunnel/session/gather-writes.ts';

/** A slow line: what it was given lies there, uncopied, until `deliver`. */
function slowLine(): {
  readonly line: Duplex;
  readonly deliver: () => void;
  readonly delivered: Buffer[];
  readonly isEnded: () => boolean;
} {
  const delivered: Buffer[] = [];
  const waiting: { readonly chunk: Buffer; readonly done: () => void }[] = [];
  let isEnded = false;
  const line = new Duplex({
    highWaterMark: 1024,
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => void waiting.push({ chunk, done }),
    final: (done) => {
      isEnded = true;
      done();
    },
  });
  gatherWrites(line);
  const deliver = (): void => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      delivered.push(Buffer.from(next.chunk));
      next.done();
    }
  };
  return { line, deliver, delivered, isEnded: () => isEnded };
}

test('the pieces of one turn go out as one, though their memory is used again at once', async () => {
  const { line, deliver, delivered } = slowLine();
  const piece = Buffer.alloc(3);
  for (const word of ['one', 'two', 'six']) {
    piece.write(word);
    line.write(piece);
  }
  await turn();
  line.write('a word');
  deliver();
  expect(delivered.map(String)).toEqual(['onetwosix', 'a word']);
});

test('what waits on a slow line is not written over, and a full line is told of', async () => {
  const { line, deliver, delivered } = slowLine();
  const sent = Array.from({ length: 60 }, () => randomBytes(50_000));
  for (const [index, piece] of sent.entries()) {
    line.write(Buffer.from(piece));
    if (index % 7 === 0) await turn();
  }
  await turn();
  expect(line.writableNeedDrain).toBe(true);
  expect(line.write(Buffer.alloc(0))).toBe(false);
  for (let round = 0; round < 100; round += 1) deliver();
  expect(Buffer.concat(delivered).equals(Buffer.concat(sent))).toBe(true);
});

test('the last words come before the end', async () => {
  const { line, deliver, delivered, isEnded } = slowLine();
  line.write(Buffer.from('disconnect'));
  line.end();
  expect(isEnded()).toBe(false);
  deliver();
  await turn();
  expect(delivered.map(String)).toEqual(['disconnect']);
  expect(isEnded()).toBe(true);
});
