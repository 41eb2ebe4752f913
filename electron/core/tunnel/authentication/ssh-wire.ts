/** Reads SSH's length-prefixed fields. Throws a RangeError if the bytes end too early. */
export function createFieldReader(bytes: Buffer): {
  readonly string: () => Buffer;
  readonly uint32: () => number;
  readonly rest: () => Buffer;
} {
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new RangeError('the bytes end too early');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const uint32 = (): number => take(4).readUInt32BE(0);
  return { string: () => take(uint32()), uint32, rest: () => take(bytes.length - at) };
}

/** Writes length-prefixed fields. */
export function writeFields(...fields: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      const bytes = Buffer.from(field);
      return [writeUint32(bytes.length), bytes];
    }),
  );
}

/** Writes a big-endian 32-bit number. */
export function writeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
