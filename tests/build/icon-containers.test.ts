import { expect, test } from 'vitest';
import { icnsFile, icoFile } from '../../build/steps/icon-containers.ts';

const small = { size: 16, png: Buffer.from('small picture') };
const large = { size: 256, png: Buffer.from('a larger picture') };

test('each picture stands in the ico file where its entry says', () => {
  const file = icoFile([small, large]);
  expect(file.readUInt16LE(4)).toBe(2);
  for (const [index, { size, png }] of [small, large].entries()) {
    const entry = 6 + index * 16;
    expect(file.readUInt8(entry)).toBe(size % 256);
    const offset = file.readUInt32LE(entry + 12);
    expect(file.subarray(offset, offset + file.readUInt32LE(entry + 8))).toEqual(png);
  }
});

test('the icns file is as long as it says, and so is each block in it', () => {
  const file = icnsFile([small, large]);
  expect(file.readUInt32BE(4)).toBe(file.length);
  const types: string[] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) types.push(file.toString('ascii', at, at + 4));
  expect(types).toEqual(['icp4', 'ic08', 'ic13']);
});
