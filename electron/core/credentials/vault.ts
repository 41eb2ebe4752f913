/** The front of this folder: the port, and the two places that keep secrets. */
export { announceSecrets } from './announcing-vault.ts';
export { createKeytarVault } from './keytar-vault.ts';
export { createMemoryVault } from './memory-vault.ts';
export type { SecretRef, Vault } from './vault-port.ts';
