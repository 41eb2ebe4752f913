import { type Result } from '../contract/failure.ts';
import type { Vault } from '../core/create-core.ts';
import type { HeadlessOptions, SecretName } from './options.ts';
/** Secrets that were handed over at the start. */
export type GivenSecrets = Readonly<Partial<Record<SecretName, string>>>;
/** Reads them; an empty or missing one is a failure, so that nobody waits for a prompt that never comes. */
export declare function readGivenSecrets(
  sources: HeadlessOptions['secrets'],
  environment: Readonly<Record<string, string | undefined>>,
): Result<GivenSecrets>;
/** The keychain, with what was given before it; that is never written anywhere. */
export declare function withGivenSecrets(keychain: Vault, given: GivenSecrets): Vault;
