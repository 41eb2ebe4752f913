import type { Model } from '../../../contract/catalog.ts';
import type { Mode } from '../../../contract/profile.ts';
import type { LocalApiError } from '../local-api-error.ts';
import { unknownModel } from '../api-errors.ts';
import type { ActiveService } from '../../llm-client/llm-client.ts';

/** Where a request is forwarded to. */
export type Destination =
  | { readonly mode: 'proxy' }
  /** `isBesideV1` is true for paths of the engine outside its `v1`. */
  | { readonly mode: 'direct'; readonly segment: string; readonly isBesideV1?: boolean };

/** Returns the destination that serves a model in the current mode. Never falls back to the other mode. */
export function destinationFor(
  model: string,
  { mode, models, lists }: Pick<ActiveService, 'mode' | 'models' | 'lists'>,
): Destination | LocalApiError {
  const reachable = servedModels(mode, models);
  const known = [...new Set(reachable.map(({ id }) => id))];
  if (mode === 'proxy') {
    // Without a proxy list, let the proxy decide.
    const hasList =
      lists.some((list) => list.mode === 'proxy' && list.failure === null) && models.some((it) => it.presence.proxy === 'listed');
    return !hasList || models.some(({ id }) => id === model) ? { mode: 'proxy' } : unknownModel(model, mode, known);
  }
  // A model missing from its list is still requested there, because the list may be outdated.
  const found = reachable.find(({ id }) => id === model) ?? models.find(({ id, segment }) => id === model && segment !== null);
  return found?.segment ? { mode: 'direct', segment: found.segment } : unknownModel(model, mode, known);
}

/** Returns the models that a mode can serve, as far as is known. */
export function servedModels(mode: Mode, models: readonly Model[]): readonly Model[] {
  return models.filter((model) => (mode === 'proxy' || model.segment !== null) && model.presence[mode] !== 'gone');
}
