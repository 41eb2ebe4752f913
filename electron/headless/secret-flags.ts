import { readFileSync } from 'node:fs';
import { ok, type Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/fail.ts';
import type { Vault } from '../core/create-core.ts';
import type { HeadlessOptions, SecretName, SecretSource } from './options.ts';

/** Secrets given by flags. */
export type SecretsFromFlags = Readonly<Partial<Record<SecretName, string>>>;

/** Reads the secrets. Fails for a missing or empty one, so that the program doesn't wait for a prompt that never comes. */
export function readSecretFlags(
  sources: HeadlessOptions['secrets'],
  environment: Readonly<Record<string, string | undefined>>,
): Result<SecretsFromFlags> {
  const secrets: Partial<Record<SecretName, string>> = {};
  for (const [name, source] of Object.entries(sources) as [SecretName, SecretSource | undefined][]) {
    if (!source) continue;
    const read = source.kind === 'environment' ? ok(environment[source.name] ?? '') : readDescriptor(source.number);
    if (!read.ok) return read;
    const secret = read.value.replace(/\r?\n$/, '');
    if (secret === '') {
      return source.kind === 'environment'
        ? fail('secret-variable-empty', { variable: source.name, secret: name })
        : fail('secret-descriptor-empty', { descriptor: source.number, secret: name });
    }
    secrets[name] = secret;
  }
  return ok(secrets);
}

function readDescriptor(number: number): Result<string> {
  try {
    return ok(readFileSync(number, 'utf8'));
  } catch {
    return fail('secret-descriptor-unreadable', { descriptor: number });
  }
}

const flagByKind = { 'api-token': 'token', 'ssh-password': 'password', 'key-passphrase': 'passphrase' } as const;

/** Wraps the keychain so that secrets from flags come first. They are never stored, and rejecting one deletes nothing from the keychain. */
export function withSecretFlags(keychain: Vault, secrets: SecretsFromFlags): Vault {
  return {
    ...keychain,
    get: async (ref, signal) =>
      secrets[flagByKind[ref.kind]] === undefined ? keychain.get(ref, signal) : ok(secrets[flagByKind[ref.kind]] ?? null),
    remove: async (ref, ...rest) => (secrets[flagByKind[ref.kind]] === undefined ? keychain.remove(ref, ...rest) : ok(undefined)),
  };
}
