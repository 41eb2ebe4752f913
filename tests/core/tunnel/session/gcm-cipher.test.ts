import { createDecipheriv, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isGcmCipher, sealOurselves, type GcmCipher } from '../../../../electron/core/tunnel/session/gcm-cipher.ts';

const key = Buffer.alloc(16, 3);

/** An object like ssh2's, and what it has sent, piece by piece as it was given. */
function cipherOf(firstCounter: Buffer): { readonly cipher: GcmCipher; readonly sent: Buffer[] } {
  const sent: Buffer[] = [];
  const cipher: GcmCipher = {
    _encSSLName: 'aes-128-gcm',
    _encKey: key,
    _encIV: Buffer.from(firstCounter),
    _dead: false,
    _onWrite: (bytes) => void sent.push(Buffer.from(bytes)), // as whoever writes must copy it
    outSeqno: 0xff_ff_ff_ff,
    allocPacket: () => Buffer.alloc(0),
    encrypt: () => undefined,
  };
  expect(isGcmCipher(cipher)).toBe(true);
  sealOurselves(cipher);
  return { cipher, sent };
}

/** What a server makes of the bytes; throws where the tag does not fit. */
function openPacket(bytes: Buffer, counter: Buffer): { readonly payload: Buffer; readonly rest: Buffer } {
  const length = bytes.readUInt32BE(0);
  const opener = createDecipheriv('aes-128-gcm', key, counter);
  opener.setAAD(bytes.subarray(0, 4));
  opener.setAuthTag(bytes.subarray(4 + length, 20 + length));
  const plain = Buffer.concat([opener.update(bytes.subarray(4, 4 + length)), opener.final()]);
  const padding = plain[0] ?? 0;
  expect(length % 16).toBe(0);
  expect(padding).toBeGreaterThanOrEqual(4);
  return { payload: plain.subarray(1, plain.length - padding), rest: bytes.subarray(20 + length) };
}

test('packets of every size open as RFC 5647 has them, and the counter carries over', () => {
  const counters = ['fe', 'ff', '00'].map((last, index) =>
    Buffer.from(`01020304${index === 2 ? '00000001' : '00000000'}${index === 2 ? '000000' : 'ffffff'}${last}`, 'hex'),
  );
  const [first, second, third] = counters as [Buffer, Buffer, Buffer];
  const { cipher, sent } = cipherOf(first);
  for (const size of [1, 9, 10, 11, 12, 8191, 8192, 32 * 1024 + 9, 64 * 1024]) {
    cipher._encIV.set(first);
    const payloads = [size, size, 5].map((length) => randomBytes(length));
    for (const payload of payloads) {
      const packet = cipher.allocPacket(payload.length);
      payload.copy(packet, 5);
      cipher.encrypt(packet);
    }
    let rest: Buffer = Buffer.concat(sent.splice(0));
    for (const [index, counter] of [first, second, third].entries()) {
      const opened = openPacket(rest, counter);
      expect(opened.payload.equals(payloads[index] ?? Buffer.alloc(0)), `${size} bytes, packet ${index}`).toBe(true);
      rest = opened.rest;
    }
    expect(rest).toHaveLength(0);
  }
  expect(cipher.outSeqno).toBe(26);
});

test('a packet that waits to be signed is not written over by those that are sent meanwhile', () => {
  const { cipher } = cipherOf(Buffer.alloc(12));
  const login = cipher.allocPacket(600);
  login.fill(7, 5, 605);
  cipher.encrypt(cipher.allocPacket(600).fill(9, 5, 605));
  cipher.encrypt(cipher.allocPacket(32 * 1024));
  expect(login.subarray(5, 605).every((byte) => byte === 7)).toBe(true);
});

test('another cipher of ssh2’s is left alone', () => {
  expect(isGcmCipher({ _encSSLName: 'aes-128-ctr', _encKey: key, _encIV: Buffer.alloc(16) })).toBe(false);
  expect(isGcmCipher({})).toBe(false);
});
