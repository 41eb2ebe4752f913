import { expect, test } from 'vitest';
import { icnsFile, icoFile } from '../../build/steps/icon-containers.ts';

const small = { size: 16, png: Buffer.from('small image') };
const large = { size: 256, png: Buffer.from('a larger image') };

test('writes each image to the offset in its ico entry', () => {
  const file = icoFile([small, large]);
  expect(file.readUInt16LE(4)).toBe(2);
  for (const [index, { size, png }] of [small, large].entries()) {
    const entry = 6 + index * 16;
    expect(file.readUInt8(entry)).toBe(size % 256);
    const offset = file.readUInt32LE(entry + 12);
    expect(file.subarray(offset, offset + file.readUInt32LE(entry + 8))).toEqual(png);
  }
});

test('writes the correct length of the icns file and of each block', () => {
  const file = icnsFile([small, large]);
  expect(file.readUInt32BE(4)).toBe(file.length);
  const types: string[] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) types.push(file.toString('ascii', at, at + 4));
  expect(types).toEqual(['icp4', 'ic08', 'ic13']);
});
