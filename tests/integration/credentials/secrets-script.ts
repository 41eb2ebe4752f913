import { createKeytarVault, createSecrets, openSecretIndex, type SecretRef } from '../../../electron/core/credentials/credentials.ts';

/** Runs the steps named on the command line against the real keychain, with the dates in the folder named first. */
const [folder = '', ...steps] = process.argv.slice(2);
const token: SecretRef = { kind: 'api-token', profileId: 'institute-abc12', place: 'https://models.example.org' };
const password: SecretRef = { kind: 'ssh-password', profileId: 'institute-abc12', place: 'me@inst:22' };
const foreign: SecretRef = { ...token, profileId: 'other-xyz99' };
const index = await openSecretIndex(folder);
const secrets = createSecrets({ keychain: createKeytarVault(), index, clock: { now: () => 42 }, hasProfile: () => true });
const results: unknown[] = [];
for (const step of steps) {
  if (step === 'keep') {
    for (const ref of [token, password, foreign]) results.push(await secrets.set(ref, 'sk-correct-horse-battery', 'keychain'));
  } else if (step === 'until-quit') results.push(await secrets.set(token, 'sk-another-horse-staple', 'until-quit'));
  else if (step === 'status') results.push(await secrets.status(token));
  else if (step === 'foreign') results.push(await secrets.status(foreign));
  else if (step === 'remove-all') results.push(await secrets.removeAll('institute-abc12'));
  else if (step === 'accounts') results.push(secrets.accounts());
}
console.log(JSON.stringify(results));
