import { createDecipheriv, createSecretKey, type CipherGCMTypes } from 'node:crypto';
import { countPacket } from './gcm-nonce.ts';

/** ssh2's own object for reading AES-GCM in JavaScript (`AESGCMDecipherNative` of 1.17), as far as we touch it. */
export interface GcmDecipher {
  readonly _decipherSSLName: CipherGCMTypes;
  readonly _decipherKey: Buffer;
  readonly _decipherIV: Buffer;
  /** ssh2 puts another here for the time of a key exchange. Anything it returns ends the reading with this decipher. */
  _onPayload: (payload: Buffer) => false | number | undefined;
  inSeqno: number;
  /** Where it stopped before the end, if it did. */
  decrypt: (bytes: Buffer, from: number, to: number) => number | undefined;
}

/** Whether a decipher of ssh2's is that one. */
export function isGcmDecipher(decipher: object): decipher is GcmDecipher {
  const { _decipherSSLName, _decipherKey, _decipherIV, _onPayload, decrypt } = decipher as Partial<Record<keyof GcmDecipher, unknown>>;
  return (
    (_decipherSSLName === 'aes-128-gcm' || _decipherSSLName === 'aes-256-gcm') &&
    _decipherKey instanceof Buffer &&
    _decipherIV instanceof Buffer &&
    _decipherIV.length === 12 &&
    [_onPayload, decrypt].every((part) => typeof part === 'function')
  );
}

/** How much data one packet may bring us. ssh2 itself takes 32 KiB; beyond 128 KiB a packet would keep a slow line for too long. */
export const largestData = 128 * 1024;
/** With the words around the data and the longest padding. */
const largestPacket = largestData + 512;
const headBytes = 4;
const tagBytes = 16;
const usualBytes = 1024;

/**
 * Opens the packets instead of ssh2, in the same form (RFC 5647), for a fifth less time: they may be larger, none is put together
 * from decrypted pieces, and the key is made into a key object once. What has come of a packet is copied until all of it is there,
 * so that `bytes` may be used again for the next read.
 */
export function openOurselves(decipher: GcmDecipher): void {
  const { _decipherSSLName: name, _decipherIV: nonce } = decipher;
  const key = createSecretKey(decipher._decipherKey);
  let begun = Buffer.allocUnsafeSlow(usualBytes);
  let have = 0;

  const open = (bytes: Buffer, at: number, end: number): Buffer => {
    const opener = createDecipheriv(name, key, nonce, { authTagLength: tagBytes });
    opener.setAAD(bytes.subarray(at, at + headBytes));
    opener.setAuthTag(bytes.subarray(end - tagBytes, end));
    const plain = opener.update(bytes.subarray(at + headBytes, end - tagBytes));
    opener.final(); // throws where the tag does not fit
    countPacket(nonce);
    decipher.inSeqno = (decipher.inSeqno + 1) >>> 0;
    return plain.subarray(1, plain.length - (plain[0] ?? 0));
  };

  /** Copies what there is of the first so many bytes of a packet; says how much it took. */
  const keep = (bytes: Buffer, from: number, to: number, wanted: number): number => {
    if (wanted > begun.length) begun = Buffer.concat([begun], headBytes + largestPacket + tagBytes);
    const taken = Math.min(wanted - have, to - from);
    bytes.copy(begun, have, from, from + taken);
    have += taken;
    return taken;
  };

  decipher.decrypt = (bytes, from, to) => {
    let at = from;
    while (at < to) {
      let payload: Buffer;
      const whole = have === 0 && to - at >= headBytes ? wholeBytes(bytes, at) : Number.POSITIVE_INFINITY;
      if (to - at >= whole) {
        payload = open(bytes, at, at + whole);
        at += whole;
      } else {
        if (have < headBytes) at += keep(bytes, at, to, headBytes);
        if (have < headBytes) return undefined;
        const wanted = wholeBytes(begun, 0);
        at += keep(bytes, at, to, wanted);
        if (have < wanted) return undefined;
        have = 0;
        payload = open(begun, 0, wanted);
      }
      const verdict = decipher._onPayload(payload);
      if (verdict !== undefined) return verdict === false ? at : verdict;
    }
    return undefined;
  };
}

/** How long a packet is, its length and its tag counted. */
function wholeBytes(bytes: Buffer, at: number): number {
  const length = bytes.readUInt32BE(at);
  if (length > largestPacket || length < 16 || length % 16 !== 0) throw new Error('Bad packet length');
  return headBytes + length + tagBytes;
}
