import type { Result } from '../../contract/failure.ts';
import type { Clock } from '../shared/clock.ts';
import { createKeyRing } from './local-keys.ts';
import { openAgentStore } from './agent-store.ts';

/** Makes a local key in a data folder, also while an agent serves from it; one of the same name ends. Gives the secret. */
export async function replaceLocalKey(folder: string, name: string, clock: Clock): Promise<Result<string>> {
  const keys = createKeyRing(await openAgentStore(folder), clock, () => undefined);
  const former = keys.list().filter((key) => key.name === name);
  const made = await keys.create(name);
  if (!made.ok) return made;
  for (const { id } of former) {
    const revoked = await keys.revoke(id);
    if (!revoked.ok) return revoked;
  }
  return { ok: true, value: made.value.secret };
}
