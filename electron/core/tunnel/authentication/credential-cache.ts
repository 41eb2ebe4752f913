import { createHash } from 'node:crypto';
import type { ParsedKey } from 'ssh2';
import type { Hop } from '../types.ts';

/** What was told once is not asked again while the program runs, or every reconnection would bother the user. */
export interface CredentialCache {
  readonly keys: Map<string, ParsedKey>;
  readonly passwords: Map<string, string>;
  /** By key file; for the system's ssh, which opens keys by itself. */
  readonly passphrases: Map<string, string>;
}

/** A memory with nothing in it. */
export function createCredentialCache(): CredentialCache {
  return { keys: new Map(), passwords: new Map(), passphrases: new Map() };
}

/** A key file by its content too, so that a replaced file is opened afresh. */
export function keyScope(path: string, text: string): string {
  return `${path}\n${createHash('sha256').update(text).digest('hex')}`;
}

/** Whom a password is for. */
export function loginScope({ login, host, port }: Hop): string {
  return `${login}@${host}:${port}`;
}
