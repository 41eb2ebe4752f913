import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { freePiece, isLent, lendPieces } from '../../../electron/core/support/lent-pieces.ts';

test('nothing is lent unless its reader has said so, and only while that is safe', () => {
  const stream = new PassThrough();
  expect(isLent(stream)).toBe(false);
  let isSafe = false;
  lendPieces(stream, () => isSafe);
  expect(isLent(stream)).toBe(false);
  isSafe = true;
  expect(isLent(stream)).toBe(true);
});

test('only memory that holds nothing else is freed: Node keeps many small buffers in one place', () => {
  const packet = Buffer.allocUnsafeSlow(32 * 1024);
  freePiece(packet.subarray(10));
  expect(packet.buffer.byteLength).toBe(0);
  const pooled = Buffer.allocUnsafe(64).fill(7);
  freePiece(pooled);
  const shared = Buffer.alloc(64 * 1024, 7);
  freePiece(shared.subarray(0, 32 * 1024));
  expect([pooled, shared].map((buffer) => buffer[0])).toEqual([7, 7]);
});
