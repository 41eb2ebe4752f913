import { createHostKeys } from '../../../electron/core/tunnel/host-keys/host-keys.ts';
import { hopTo, keyOf } from '../../core/tunnel/host-keys/hop-fixture.ts';

/** One of several programs that write the same file. Trusts `count` hosts of its own. */
const [ownFile = '', name = '', count = '0'] = process.argv.slice(2);
const keys = createHostKeys({ ownFile });
const failures = await Promise.all(
  Array.from({ length: Number(count) }, (_, index) => keys.trust(hopTo(`${name}-${index}`), keyOf('ssh-ed25519', index))),
);
const failure = failures.find((each) => each !== undefined);
console.log(failure ? `${failure.code}: ${failure.reason}` : 'done');
