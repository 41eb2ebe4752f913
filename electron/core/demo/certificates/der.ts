/** One DER value: tag, length, content. */
export function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
}

/** A SEQUENCE. */
export function sequence(...items: readonly Uint8Array[]): Buffer {
  return der(0x30, ...items);
}

/** An INTEGER from its big-endian magnitude; a leading zero keeps it positive. */
export function unsignedInteger(magnitude: Uint8Array): Buffer {
  const first = magnitude.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Buffer.from([0]) : magnitude.subarray(first);
  return der(0x02, Buffer.from((digits[0] ?? 0) >= 0x80 ? [0] : []), digits);
}

/** An OBJECT IDENTIFIER from its dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** A BIT STRING of whole bytes; `unused` bits at the end do not count. */
export function bitString(bytes: Uint8Array, unused = 0): Buffer {
  return der(0x03, Buffer.from([unused]), bytes);
}

/** A UTCTime, which certificates use for every date before 2050. */
export function utcTime(milliseconds: number): Buffer {
  const digits = new Date(milliseconds)
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[-:T]/g, '');
  return der(0x17, Buffer.from(`${digits.slice(2)}Z`, 'ascii'));
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

function base128(value: number): readonly number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) | 0x80);
  return bytes;
}
