import type { Model } from '../../electron/contract/catalog.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Mode } from '../../electron/contract/profile.ts';

/** What a model is wanted for. */
export type Purpose = 'chat' | 'completion';

/** The models of a purpose, reachable or not; none while there is no connection. */
export function modelsFor(connection: Connection, purpose: Purpose): readonly Model[] {
  return connection.state === 'ready' ? connection.models.filter(({ capabilities }) => capabilities[purpose]) : [];
}

/** Why a model can't be asked by this way, in words; undefined where it can. */
export function unavailableReason(model: Model, mode: Mode): string | undefined {
  if (model.presence[mode] === 'gone') return 'Gone: the service no longer lists it.';
  if (mode === 'direct' && model.segment === null) return 'Only the proxy knows it: switch to the proxy to use it.';
  return undefined;
}

/** The model to ask: the chosen one, even where it is out of reach; without a choice a quick and able one. */
export function pickModel(models: readonly Model[], mode: Mode, chosenId: string | null): Model | undefined {
  if (chosenId !== null) return models.find(({ id }) => id === chosenId);
  const inReach = models.filter((model) => unavailableReason(model, mode) === undefined);
  return (
    inReach.find(({ capabilities }) => capabilities.tools && !capabilities.reasoning) ??
    inReach.find(({ capabilities }) => !capabilities.reasoning) ??
    inReach[0]
  );
}
