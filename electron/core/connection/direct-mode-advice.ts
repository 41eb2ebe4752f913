import type { Failure } from '../../contract/failure.ts';
import type { ListOutcome, Outcome, LlmClient } from '../llm-client/llm-client.ts';
import type { TunnelDecisionStatus } from './tunnel-decision.ts';

/**
 * Wraps a client and adds advice to `network-not-permitted`. Only this layer knows whether the tunnel was used and what the alternatives
 * are.
 */
export function withDirectModeAdvice(client: LlmClient, direct: () => TunnelDecisionStatus, hasInstance: boolean): LlmClient {
  const advise = (failure: Failure): Failure =>
    failure.code === 'network-not-permitted' ? { ...failure, ...adviceFor(failure, direct(), hasInstance) } : failure;
  const adviseOutcome = (outcome: Outcome): Outcome => ({ ...outcome, failure: outcome.failure && advise(outcome.failure) });
  const adviseList = (list: ListOutcome): ListOutcome =>
    list.result.kind === 'failed' ? { ...list, result: { kind: 'failed', failure: advise(list.result.failure) } } : list;
  return {
    chat: async (request, call, onDelta) => adviseOutcome(await client.chat(request, call, onDelta)),
    complete: async (request, call, onDelta) => adviseOutcome(await client.complete(request, call, onDelta)),
    refreshCatalog: async (catalog, previous, call) => {
      const refreshed = await client.refreshCatalog(catalog, previous, call);
      return { ...refreshed, outcomes: refreshed.outcomes.map(adviseList) };
    },
  };
}

function adviceFor({ message }: Failure, { now, wanted }: TunnelDecisionStatus, hasInstance: boolean): Pick<Failure, 'message' | 'remedy'> {
  if (now === 'tunnel') {
    return {
      message: `The tunnel works, but the engines do not take callers from the network of your instance.`,
      remedy: 'Use an instance inside the research cloud, or use the proxy.',
    };
  }
  if (!hasInstance) return { message, remedy: 'Add your instance to the profile, so that a tunnel can lead there, or use the proxy.' };
  return { message, remedy: wanted === 'straight' ? 'Let Causeway use the tunnel, or use the proxy.' : 'Ask again, or use the proxy.' };
}
