import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import ssh2 from 'ssh2';
import { errorCode, errorMessage } from '../../shared/node-error.ts';
import { type KeyText, readKeyText, readPublicKey } from './key-text.ts';

/** An identity file as it was found. */
export interface IdentityFile {
  readonly path: string;
  readonly state: 'found' | 'absent' | 'unreadable' | 'too-open';
  readonly reason: string;
  readonly text: string;
  readonly content: KeyText;
  /** Known without a passphrase, from the file itself or its `.pub`. */
  readonly publicKey: Buffer | undefined;
  readonly keyType: string | undefined;
  readonly hasCertificate: boolean;
}

/** A key file is small; anything larger is something else. */
const largest = 1_048_576;

/** Looks at an identity file and what lies beside it. */
export async function readIdentityFile(path: string): Promise<IdentityFile> {
  const found = await readSafely(path);
  const content: KeyText = found.state === 'found' ? readKeyText(found.text) : { kind: 'unknown' };
  const beside = readPublicKey((await readOrNothing(`${path}.pub`)) ?? '');
  const publicKey = publicHalf(content, found.text) ?? beside?.publicKey;
  return {
    path,
    ...found,
    content,
    publicKey,
    keyType: 'type' in content ? content.type : beside?.type,
    hasCertificate: (await readOrNothing(`${path}-cert.pub`)) !== undefined,
  };
}

async function readSafely(path: string): Promise<Pick<IdentityFile, 'state' | 'reason' | 'text'>> {
  try {
    // A pipe put in a key's place must not hang the program.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await handle.stat();
      const { mode, uid } = stats;
      if (!stats.isFile() || stats.size > largest) return { state: 'unreadable', reason: 'it is no key file', text: '' };
      const text = await handle.readFile('utf8');
      // As OpenSSH does: of a key that others may read nobody knows who has it. Public halves are for everyone.
      const isOpen = process.platform !== 'win32' && uid === process.getuid?.() && (mode & 0o077) !== 0;
      if (isOpen && readKeyText(text).kind !== 'public') return { state: 'too-open', reason: '', text: '' };
      return { state: 'found', reason: '', text };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const isAbsent = errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR';
    return { state: isAbsent ? 'absent' : 'unreadable', reason: errorMessage(error), text: '' };
  }
}

function publicHalf(content: KeyText, text: string): Buffer | undefined {
  if (content.kind === 'openssh' || content.kind === 'ppk' || content.kind === 'public') return content.publicKey;
  if (content.kind !== 'pem' || content.isEncrypted) return undefined;
  const key = ssh2.utils.parseKey(text);
  return key instanceof Error ? undefined : key.getPublicSSH();
}

async function readOrNothing(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
