import type { SecretStatus } from '../../contract/secret.ts';
import { lastFour } from '../credentials/credentials.ts';
import type { Demo } from '../demo/demo.ts';

/** The demo's own token, which is new at every start. */
export function demoTokenStatus(demo: Demo | undefined): SecretStatus {
  return demo ? { state: 'set', keeping: 'until-quit', since: null, tail: lastFour(demo.token) } : { state: 'not-set' };
}
