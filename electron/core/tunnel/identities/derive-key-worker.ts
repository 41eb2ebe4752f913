import { parentPort, workerData } from 'node:worker_threads';
import bcrypt from 'bcrypt-pbkdf';
import type { Derivation } from './derive-key.ts';

/** The thread that derives one key; it gives null if that is not possible. */
const { passphrase, salt, rounds, length } = workerData as Derivation; // given by derive-key.ts alone
const secret = Buffer.from(passphrase);
const out = Buffer.alloc(length);
const status = bcrypt.pbkdf(secret, secret.length, Buffer.from(salt), salt.length, out, length, rounds);
parentPort?.postMessage(status === 0 ? out : null, []);
