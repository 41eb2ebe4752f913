/** The front of this folder: the port, the places that keep secrets, and what the product asks of them. */
export { announceSecrets } from './announcing-vault.ts';
export { createKeytarVault } from './keytar-vault.ts';
export { createMemoryVault } from './memory-vault.ts';
export { openSecretLedger } from './secret-ledger.ts';
export { keychainService } from './secret-name.ts';
export { createSecrets, tailOf, type Secrets } from './secrets.ts';
export type { SecretRef, Vault } from './vault-port.ts';
