import type { Model } from '../../../contract/catalog.ts';
import type { Mode } from '../../../contract/profile.ts';
import type { AgentError } from '../agent-error.ts';
import type { ActiveService } from '../../llm-client/llm-client.ts';

/** Where a request goes. */
export type Destination =
  | { readonly mode: 'proxy' }
  /** `isBesideV1`: what the engine has outside its `v1`. */
  | { readonly mode: 'direct'; readonly segment: string; readonly isBesideV1?: boolean };

/** The place that serves a model by the way in use; the other way is never taken instead. */
export function destinationFor(
  model: string,
  { mode, models, lists }: Pick<ActiveService, 'mode' | 'models' | 'lists'>,
): Destination | AgentError {
  const reachable = servedModels(mode, models);
  if (mode === 'proxy') {
    // Without a list of the proxy's own we can't know better than it does.
    const hasList =
      lists.some((list) => list.mode === 'proxy' && list.failure === null) && models.some((it) => it.presence.proxy === 'listed');
    return !hasList || models.some(({ id }) => id === model) ? { mode: 'proxy' } : unknownModel(model, mode, reachable);
  }
  // One that is gone from its list is still asked for there: the list may be old, and the engine knows best.
  const found = reachable.find(({ id }) => id === model) ?? models.find(({ id, segment }) => id === model && segment !== null);
  return found?.segment ? { mode: 'direct', segment: found.segment } : unknownModel(model, mode, reachable);
}

/** The models a way can serve, as far as is known. */
export function servedModels(mode: Mode, models: readonly Model[]): readonly Model[] {
  return models.filter((model) => (mode === 'proxy' || model.segment !== null) && model.presence[mode] !== 'gone');
}

/** The no to a model that nobody serves. */
export function unknownModel(model: string, mode: Mode, reachable: readonly Pick<Model, 'id'>[]): AgentError {
  const known = [...new Set(reachable.map(({ id }) => id))];
  const modeText = mode === 'proxy' ? 'through the proxy' : 'by the direct way';
  return {
    status: 404,
    code: 'unknown_model',
    message: `No model called ${JSON.stringify(model.slice(0, 200))} can be reached ${modeText}.`,
    remedy:
      known.length > 0 ? `Use one of: ${known.join(', ')}.` : 'Check that the catalog of the profile names the models of your service.',
    param: 'model',
    known,
  };
}
