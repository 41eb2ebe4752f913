/** The front of this folder: the port, the places that keep secrets, and what the product asks of them. */
export { withRedaction } from './redacting-vault.ts';
export { createKeytarVault } from './keytar-vault.ts';
export { createMemoryVault } from './memory-vault.ts';
export { openSecretIndex } from './secret-index.ts';
export { keychainService } from './secret-name.ts';
export { createSecrets, lastFour, type Secrets } from './secrets.ts';
export type { SecretRef, Vault } from './vault-types.ts';
