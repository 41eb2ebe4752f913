import { crc32, deflateSync } from 'node:zlib';

/** Returns a PNG of these pixels, row by row, each with one byte for red, green and blue. */
export function writePng(width: number, height: number, pixels: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // 8 bits per channel, RGB
  const stride = 3 * width;
  const rows = Buffer.alloc(height * (1 + stride)); // each begins with 0, for no filter
  for (let row = 0; row < height; row += 1) rows.set(pixels.subarray(row * stride, (row + 1) * stride), row * (1 + stride) + 1);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))]);
}

/** Returns a chunk of a PNG. */
export function pngChunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
