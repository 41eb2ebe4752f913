import { failure as failureOf } from '../../contract/failures/fail.ts';
import type { Failure } from '../../contract/failure.ts';
import type { TunnelDecisionStatus } from './tunnel-decision.ts';

/**
 * Adds advice to `network-not-permitted`. The service only knows that it rejected us. This layer knows whether the tunnel was used and
 * what the alternatives are.
 */
export function adviseDirectMode(failure: Failure, { now, wanted }: TunnelDecisionStatus, hasInstance: boolean): Failure {
  if (failure.code !== 'network-not-permitted') return failure;
  if (now === 'tunnel') return failureOf('network-refused-through-tunnel');
  if (!hasInstance) return failureOf('network-refused-without-instance', { cause: failure });
  return failureOf(wanted === 'straight' ? 'network-refused-tunnel-off' : 'network-refused', { cause: failure });
}
