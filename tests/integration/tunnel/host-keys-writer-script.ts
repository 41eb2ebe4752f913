import type { Failure } from '../../../electron/contract/failure.ts';
import { createHostKeys } from '../../../electron/core/tunnel/host-keys/host-keys.ts';
import { hopTo, keyOf } from '../../core/tunnel/host-keys/hop-fixture.ts';

/** One of several programs that write the same file. Trusts `count` hosts of its own. */
const [ownFile = '', name = '', count = '0'] = process.argv.slice(2);
const keys = createHostKeys({ ownFile });

/** Tries again if another writer kept the lock for too long, because a slow writer loses nothing. */
async function trust(index: number): Promise<Failure | undefined> {
  const failure = await keys.trust(hopTo(`${name}-${index}`), keyOf('ssh-ed25519', index));
  return failure?.reason.includes('another program is writing it') ? trust(index) : failure;
}

const failures = await Promise.all(Array.from({ length: Number(count) }, (_, index) => trust(index)));
const failure = failures.find((each) => each !== undefined);
console.log(failure ? `${failure.code}: ${failure.reason}` : 'done');
