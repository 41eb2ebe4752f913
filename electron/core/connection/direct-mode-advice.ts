import { reworded } from '../../contract/failures/fail.ts';
import type { Failure } from '../../contract/failure.ts';
import type { TunnelDecisionStatus } from './tunnel-decision.ts';

/**
 * Adds advice to `network-not-permitted`. The service only knows that it rejected us. This layer knows whether the tunnel was used and
 * what the alternatives are.
 */
export function adviseDirectMode(failure: Failure, { now, wanted }: TunnelDecisionStatus, hasInstance: boolean): Failure {
  if (failure.code !== 'network-not-permitted') return failure;
  if (now === 'tunnel') {
    return reworded(failure, {
      message: `The tunnel works, but the engines do not take callers from the network of your instance.`,
      remedy: 'Use an instance inside the research cloud, or use the proxy.',
    });
  }
  if (!hasInstance)
    return reworded(failure, { remedy: 'Add your instance to the profile, so that a tunnel can lead there, or use the proxy.' });
  return reworded(failure, {
    remedy: wanted === 'straight' ? 'Let Causeway use the tunnel, or use the proxy.' : 'Ask again, or use the proxy.',
  });
}
