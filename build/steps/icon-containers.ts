/** The icon at one size. */
export interface IconImage {
  readonly size: number;
  readonly png: Uint8Array;
}

/** Encodes Windows' icon file: a table of PNG images. */
export function icoFile(images: readonly IconImage[]): Buffer {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length + images.length * 16;
  const entries = images.map(({ size, png }) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt8(size % 256, 0); // 0 means 256
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...images.map(({ png }) => png)]);
}

/** macOS's type codes for sizes. A high-resolution image has a type of its own. */
const icnsTypes: Readonly<Record<number, readonly string[]>> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['icp6', 'ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/** Encodes macOS's icon file: a list of PNG images, each after its type and length. */
export function icnsFile(images: readonly IconImage[]): Buffer {
  const blocks = images.flatMap(({ size, png }) => (icnsTypes[size] ?? []).map((type) => icnsBlock(type, png)));
  return icnsBlock('icns', Buffer.concat(blocks));
}

function icnsBlock(type: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'ascii');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
}
