import { readFileSync } from 'node:fs';
import { failed, ok, type Result } from '../contract/failure.ts';
import type { Vault } from '../core/create-core.ts';
import type { HeadlessOptions, SecretName, SecretSource } from './options.ts';

/** Secrets that were handed over at the start. */
export type SecretsFromFlags = Readonly<Partial<Record<SecretName, string>>>;

/** Reads them; an empty or missing one is a failure, so that nobody waits for a prompt that never comes. */
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
    const location = source.kind === 'environment' ? `The environment variable ${source.name}` : `File descriptor ${source.number}`;
    if (secret === '')
      return failed('invalid-input', `${location} holds no ${name}.`, 'Set it, or leave the flag out to use the keychain.');
    secrets[name] = secret;
  }
  return ok(secrets);
}

function readDescriptor(number: number): Result<string> {
  try {
    return ok(readFileSync(number, 'utf8'));
  } catch {
    return failed('invalid-input', `File descriptor ${number} can't be read.`, `Open it in the shell, such as ${number}< file.`);
  }
}

const flagByKind = { 'api-token': 'token', 'ssh-password': 'password', 'key-passphrase': 'passphrase' } as const;

/** The keychain, with what was given before it; that is never written anywhere, and a wrong one costs nothing that is kept there. */
export function withSecretFlags(keychain: Vault, secrets: SecretsFromFlags): Vault {
  return {
    ...keychain,
    get: async (ref, signal) =>
      secrets[flagByKind[ref.kind]] === undefined ? keychain.get(ref, signal) : ok(secrets[flagByKind[ref.kind]] ?? null),
    remove: async (ref, signal) => (secrets[flagByKind[ref.kind]] === undefined ? keychain.remove(ref, signal) : ok(undefined)),
  };
}
