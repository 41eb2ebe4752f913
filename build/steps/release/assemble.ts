import { createHash, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { signRelease } from '../sign-release.ts';
import { allowedSigner, sshSignature } from './ssh-signature.ts';

const checksumsFile = 'SHA256SUMS';
const signatureFile = `${checksumsFile}.sig`;
const signersFile = 'allowed_signers';

export interface AssembleOptions {
  /** Has the packages of all systems, and gets the rest of the release. */
  readonly folder: string;
  readonly version: string;
  /** A CycloneDX document. */
  readonly billOfMaterials: object;
  /** Ed25519. Without it, nothing is signed. */
  readonly privateKey: KeyObject | undefined;
}

/** Adds what a release has beside its packages: the signed list for updates, the bill of materials, and signed checksums of all files. */
export function assembleRelease({ folder, version, billOfMaterials, privateKey }: AssembleOptions): void {
  const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
  for (const name of [checksumsFile, signatureFile, signersFile]) rmSync(path.join(folder, name), { force: true });
  if (privateKey !== undefined) signRelease(folder, version, privateKey);
  write(`causeway-${version}.cdx.json`, JSON.stringify(billOfMaterials, undefined, 2));

  const checksums = readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('');
  write(checksumsFile, checksums);
  if (privateKey === undefined) return;
  write(signatureFile, sshSignature(Buffer.from(checksums), privateKey));
  write(signersFile, allowedSigner('causeway', privateKey));
}
