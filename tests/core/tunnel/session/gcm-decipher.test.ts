import { createCipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isGcmDecipher, largestData, openOurselves, type GcmDecipher } from '../../../../electron/core/tunnel/session/gcm-decipher.ts';
import { countPacket } from '../../../../electron/core/tunnel/session/gcm-nonce.ts';

const key = Buffer.alloc(16, 3);
const firstNonce = Buffer.from('01020304fffffffffffffffe', 'hex');

/** Payloads as a server sends them (RFC 5647), one packet each. */
function sealed(payloads: readonly Buffer[]): Buffer {
  const nonce = Buffer.from(firstNonce);
  return Buffer.concat(
    payloads.map((payload) => {
      const padding = 4 + ((16 - ((1 + payload.length + 4) % 16)) % 16);
      const head = Buffer.alloc(4);
      head.writeUInt32BE(1 + payload.length + padding);
      const seal = createCipheriv('aes-128-gcm', key, nonce).setAAD(head);
      const body = Buffer.concat([seal.update(Buffer.concat([Buffer.of(padding), payload, Buffer.alloc(padding)])), seal.final()]);
      countPacket(nonce);
      return Buffer.concat([head, body, seal.getAuthTag()]);
    }),
  );
}

/** An object like ssh2's, and what it has made of the bytes. */
function decipherOf(): { readonly decipher: GcmDecipher; readonly heard: Buffer[] } {
  const heard: Buffer[] = [];
  const decipher: GcmDecipher = {
    _decipherSSLName: 'aes-128-gcm',
    _decipherKey: key,
    _decipherIV: Buffer.from(firstNonce),
    _onPayload: (payload) => {
      heard.push(payload);
      return undefined;
    },
    inSeqno: 0xff_ff_ff_ff,
    decrypt: () => undefined,
  };
  expect(isGcmDecipher(decipher)).toBe(true);
  openOurselves(decipher);
  return { decipher, heard };
}

/** Reads it piece by piece out of memory that is used again for the next. */
function readInPieces(decipher: GcmDecipher, bytes: Buffer, sizes: readonly number[]): void {
  const place = Buffer.alloc(bytes.length);
  let at = 0;
  for (const size of [...sizes, bytes.length]) {
    const length = bytes.copy(place, 0, at, Math.min(at + size, bytes.length));
    decipher.decrypt(place, 0, length);
    place.fill(0xee);
    at += length;
  }
}

describe('packets in AES-GCM', () => {
  test('come out whole, however the network cuts them, and although the memory of a read is used again', () => {
    const payloads = fc.array(fc.constantFrom(1, 11, 12, 500, 9000, 33_000, largestData + 9), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(payloads, fc.array(fc.constantFrom(1, 2, 3, 4, 5, 16, 1000, 40_000), { maxLength: 40 }), (lengths, cuts) => {
        const sent = lengths.map((length) => randomBytes(length));
        const { decipher, heard } = decipherOf();
        readInPieces(decipher, sealed(sent), cuts);
        expect(heard).toHaveLength(sent.length);
        expect(heard.every((payload, index) => payload.equals(sent[index] ?? Buffer.alloc(0)))).toBe(true);
        expect(decipher.inSeqno).toBe(sent.length - 1);
      }),
      { numRuns: 60 },
    );
  });

  test('of which a bit was changed on the way are refused, and nothing of them is handed on', () => {
    for (const at of [4, 20, 99, 115]) {
      const { decipher, heard } = decipherOf();
      const bytes = sealed([randomBytes(90)]);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(() => decipher.decrypt(bytes, 0, bytes.length), `byte ${at}`).toThrow('authenticate');
      expect(heard).toEqual([]);
    }
  });

  test('with a length that can not be are refused before we wait for them', () => {
    for (const length of [0, 15, 17, 0xff_ff_ff_f0, largestData + 1024]) {
      const head = Buffer.alloc(4);
      head.writeUInt32BE(length);
      expect(() => decipherOf().decipher.decrypt(head, 0, 4), String(length)).toThrow('Bad packet length');
    }
  });

  test('after the one that ends a key exchange are left to the next decipher', () => {
    const { decipher, heard } = decipherOf();
    const one = sealed([Buffer.from('last')]);
    const both = Buffer.concat([Buffer.from('..'), one, sealed([Buffer.from('first under the new keys')])]);
    decipher._onPayload = (payload) => {
      heard.push(payload);
      return false;
    };
    expect(decipher.decrypt(both, 2, both.length)).toBe(2 + one.length);
    expect(heard.map(String)).toEqual(['last']);
  });

  test('of another cipher of ssh2’s are left to ssh2', () => {
    expect(isGcmDecipher({ _decipherSSLName: 'aes-128-ctr', _decipherKey: key, _decipherIV: Buffer.alloc(16) })).toBe(false);
    expect(isGcmDecipher({})).toBe(false);
  });
});
