import type { Failure, Result } from '../../contract/failure.ts';
import { failure } from '../../contract/failures/fail.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Recipe } from '../../contract/run-recipe.ts';
import { chooseModel, type ServiceHandle } from '../llm-client/llm-client.ts';
import { abortable } from '../shared/abortable.ts';
import type { RunProvenance, RunRecord } from './store/run-record.ts';

/** What a run waits for while it can't use the service. */
export type InterruptionReason = 'connection' | 'token' | 'access' | 'profile' | 'mode' | 'model';

/** A profile as runs need it. */
export interface RunProfile {
  readonly id: string;
  readonly name: string;
  readonly serviceHost: string;
}

/** How runs reach the service of the active profile. */
export interface RunConnection {
  readonly reach: () => Promise<Result<ServiceHandle>>;
  /** Returns a profile by its id, or the active one if that is null. */
  readonly findProfile: (id: string | null) => RunProfile | undefined;
  /** Loads the model lists again. `reach` only returns those of the last time. */
  readonly refreshModels: () => Promise<unknown>;
}

/** Reaches the service of a run. `isModelMissing` says that a model was missing at the last try. */
export type ReachService = (signal: AbortSignal, isModelMissing: boolean) => Promise<ReachedService>;

/** The service, or why the run waits. */
export type ReachedService =
  | { readonly kind: 'reached'; readonly service: ServiceHandle }
  | { readonly kind: 'interrupted'; readonly reason: InterruptionReason; readonly failure: Failure };

/** Returns the provenance of a run that is started. A run that isn't a draft stays with its profile as long as that exists. */
export async function findProvenance(
  { recipe, state, provenance: before }: RunRecord,
  { reach, findProfile }: Pick<RunConnection, 'reach' | 'findProfile'>,
  causewayVersion: string,
): Promise<RunProvenance> {
  const service = await reach();
  const active = findProfile(service.ok ? service.value.profileId : null);
  const profile = state === 'draft' ? undefined : before?.profile;
  if (before && profile && profile.id !== active?.id && findProfile(profile.id)) return before;
  const ids = new Set(recipe.models.map(({ model }) => model));
  const models = service.ok ? service.value.models.filter(({ id }) => ids.has(id)) : (before?.models ?? []);
  const used = active && { profile: { id: active.id, name: active.name } };
  return { serviceHost: active?.serviceHost ?? '', ...used, causewayVersion, models };
}

/** Returns a function that reaches the service of a run, unless its profile, mode or models can't be used now. */
export function createRunService({ recipe, provenance }: RunRecord, connection: RunConnection, steadyNow: () => number): ReachService {
  const { reach, findProfile } = connection;
  const refreshModels = createModelRefresh(connection.refreshModels, steadyNow);
  const profile = provenance?.profile;
  const knownModels = new Set<unknown>(provenance?.models.map(({ id }) => id));
  let startedIn: Mode | undefined;

  const tryService = async (): Promise<ReachedService> => {
    const service = await reach();
    const activeId = service.ok ? service.value.profileId : findProfile(null)?.id;
    if (profile && activeId !== undefined && activeId !== profile.id) {
      const name = findProfile(profile.id)?.name ?? profile.name;
      const inactive = findProfile(profile.id)
        ? failure('run-profile-inactive', { profile: name, id: profile.id })
        : failure('run-profile-deleted', { profile: name });
      return { kind: 'interrupted', reason: 'profile', failure: inactive };
    }
    if (!service.ok) return { kind: 'interrupted', reason: 'connection', failure: service.failure };
    const { mode } = service.value;
    startedIn ??= mode;
    // the rows of a batch may need the mode that it was started in
    if (recipe.kind === 'batch' && mode !== startedIn)
      return { kind: 'interrupted', reason: 'mode', failure: failure('run-mode-changed', { mode: startedIn }) };
    return findObstacle(recipe, service.value, knownModels) ?? { kind: 'reached', service: service.value };
  };

  return async (signal, isModelMissing) => {
    const reached = await tryService();
    const needsRefresh = reached.kind === 'reached' ? isModelMissing : reached.reason === 'model';
    if (!needsRefresh) return reached;
    await refreshModels(signal);
    return tryService();
  };
}

/** A refresh changes the connection, which causes the next try. Without a limit, they would cause each other forever. */
const minRefreshMs = 15_000;

/** Returns a function that refreshes the model lists, unless that was done a short time ago. */
function createModelRefresh(refresh: RunConnection['refreshModels'], steadyNow: () => number): (signal: AbortSignal) => Promise<void> {
  let refreshedAt = -Infinity;
  let refreshing: Promise<unknown> = Promise.resolve();
  return async (signal) => {
    if (steadyNow() - refreshedAt >= minRefreshMs) {
      refreshedAt = steadyNow();
      refreshing = refresh();
    }
    // a list may wait for the tunnel, but the end of the run must not
    await abortable(refreshing, signal);
  };
}

/** Reasons why a model can't be used now, but could be used in another mode or later. */
const obstacles: Readonly<Record<string, InterruptionReason>> = {
  'engine-path-missing': 'mode',
  'model-gone-in-mode': 'model',
  'model-gone': 'model',
  'model-unknown': 'model',
};

/** Returns why the requests of a run can't be sent now. A model that was never known only fails its own rows. */
function findObstacle(
  { kind, models }: Recipe,
  service: ServiceHandle,
  knownModels: Set<unknown>,
): Extract<ReachedService, { kind: 'interrupted' }> | undefined {
  if (kind === 'text' && service.mode === 'proxy')
    return { kind: 'interrupted', reason: 'mode', failure: failure('completion-needs-direct') };
  for (const { model } of models) {
    const chosen = chooseModel(service.models, model, service.mode, kind === 'text' ? 'completion' : 'chat');
    if (chosen.ok) {
      knownModels.add(model);
      continue;
    }
    const reason = obstacles[chosen.failure.reason];
    const wasNeverKnown = chosen.failure.reason === 'model-unknown' && !knownModels.has(model);
    if (reason !== undefined && !wasNeverKnown) return { kind: 'interrupted', reason, failure: chosen.failure };
  }
  return undefined;
}
