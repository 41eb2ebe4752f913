import { parentPort, workerData } from 'node:worker_threads';
import { argon2d, argon2i, argon2id } from '@noble/hashes/argon2.js';
import bcrypt from 'bcrypt-pbkdf';
import type { KeyDerivation } from './ppk.ts';

/** Worker entry: derives one key and posts it, or null if that is not possible. */
const derivation = workerData as KeyDerivation; // only `deriveKey` starts this worker
parentPort?.postMessage(derivation.kind === 'bcrypt' ? byBcrypt(derivation) : byArgon2(derivation), []);

function byBcrypt({ passphrase, salt, rounds, length }: Extract<KeyDerivation, { kind: 'bcrypt' }>): Uint8Array | null {
  const secret = Buffer.from(passphrase);
  const out = Buffer.alloc(length);
  return bcrypt.pbkdf(secret, secret.length, Buffer.from(salt), salt.length, out, length, rounds) === 0 ? out : null;
}

/** Uses a library because Electron's crypto lacks argon2. An exception ends the worker, which `deriveKey` reports as undefined. */
function byArgon2({
  flavour,
  passphrase,
  salt,
  memory,
  passes,
  parallelism,
  length,
}: Extract<KeyDerivation, { kind: 'argon2' }>): Uint8Array {
  const derive = { argon2d, argon2i, argon2id }[flavour];
  return derive(Buffer.from(passphrase), salt, { m: memory, t: passes, p: parallelism, dkLen: length });
}
