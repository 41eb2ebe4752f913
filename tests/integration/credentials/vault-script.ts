import { createKeytarVault, type SecretRef } from '../../../electron/core/credentials/credentials.ts';

/** Runs the steps named on the command line against the real keychain and prints their results. */
const ref: SecretRef = { kind: 'api-token', profileId: 'müster-abc12', place: 'https://models.example.org' };
const other: SecretRef = { ...ref, place: 'https://elsewhere.example.org' };
const vault = createKeytarVault();
const results: unknown[] = [];
for (const step of process.argv.slice(2)) {
  const [verb, value = ''] = step.split('=', 2);
  if (verb === 'set') results.push(await vault.set(ref, value));
  else if (verb === 'get') results.push(await vault.get(ref));
  else if (verb === 'get-other') results.push(await vault.get(other));
  else if (verb === 'remove') results.push(await vault.remove(ref));
  else if (verb === 'describe') results.push(await vault.describe(ref));
}
console.log(JSON.stringify(results));
