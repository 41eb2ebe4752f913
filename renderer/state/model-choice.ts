import type { Model } from '../../electron/contract/catalog.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import { describeConnectionProblem } from '../../electron/presentation/connection-path.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import type { Mode } from '../../electron/contract/profile.ts';
import type { ModelSpeed } from '../../electron/contract/history.ts';
import { capabilityText } from '../shared/labels.ts';
import { formatContext, formatRate } from '../shared/format.ts';
import { sharedText } from '../shared/text.ts';

const text = sharedText.modelPicker;

/** What a model is used for. */
export type Purpose = 'chat' | 'completion';

/** Returns the models for a purpose, available or not. Empty without a connection. */
export function modelsFor(connection: Connection, purpose: Purpose): readonly Model[] {
  return connection.state === 'ready' ? connection.models.filter(({ capabilities }) => capabilities[purpose]) : [];
}

/** Why there are no models to choose from. */
export type MissingModels =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: string }
  | { readonly state: 'none' };

/** Returns why this connection has no models for a purpose. */
export function missingModels(connection: Connection): MissingModels {
  if (connection.state === 'starting') return { state: 'loading' };
  if (connection.state === 'failed') return { state: 'failed', problem: describeFailure(connection.failure).message };
  if (connection.isRefreshing) return { state: 'loading' };
  const problem = describeConnectionProblem(connection, null);
  if (problem !== undefined) return { state: 'failed', problem };
  const failure = connection.lists.find((list) => list.mode === connection.mode && list.failure !== null)?.failure;
  return failure ? { state: 'failed', problem: describeFailure(failure).message } : { state: 'none' };
}

/** Describes in a sentence why this connection has no models for a purpose. */
export function describeMissingModels(connection: Connection, purpose: Purpose): string {
  const { state } = missingModels(connection);
  return { loading: text.loading, failed: text.notLoaded, none: text.noneOffered[purpose] }[state];
}

/** Returns why a model can't be used in this mode, or undefined if it can. */
export function unavailableReason(model: Model, mode: Mode): string | undefined {
  if (model.presence[mode] === 'gone') return text.gone;
  if (mode === 'direct' && model.segment === null) return text.proxyOnly;
  return undefined;
}

/** Returns the chosen model, even if it is unavailable. Without a choice, prefers a model with tools and without reasoning. */
export function pickModel(models: readonly Model[], mode: Mode, chosenId: string | null): Model | undefined {
  if (chosenId !== null) return models.find(({ id }) => id === chosenId);
  const available = models.filter((model) => unavailableReason(model, mode) === undefined);
  return (
    available.find(({ capabilities }) => capabilities.tools && !capabilities.reasoning) ??
    available.find(({ capabilities }) => !capabilities.reasoning) ??
    available[0]
  );
}

/** A model in the picker. */
export interface ModelPickerItem {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly keywords: readonly string[];
  readonly facts: readonly string[];
  readonly isFavourite: boolean;
  /** Why it can't be chosen now. */
  readonly disabledReason: string | undefined;
  readonly isDisabled: boolean;
}

const { groups } = text;
const groupOrder = [groups.current, groups.favourites, groups.vllm, groups.sglang, groups.unknown];

/** What decides the order and the details of the items. */
export interface ModelPickerOptions {
  readonly mode: Mode;
  readonly chosenId: string | null;
  readonly favourites: readonly string[];
  readonly speeds: readonly ModelSpeed[];
}

/**
 * Returns the models in picker order: the current model, favourites, then by engine. The current model is first because the list
 * opens with its first line highlighted, and Enter must then change nothing. Within each group, available models come first.
 */
export function modelPickerItems(
  models: readonly Model[],
  { mode, chosenId, favourites, speeds }: ModelPickerOptions,
): readonly ModelPickerItem[] {
  const items = models.map((model): ModelPickerItem => {
    const isFavourite = favourites.includes(model.id);
    const capabilities = capabilityText(model);
    const disabledReason = unavailableReason(model, mode);
    const speed = speeds.find((each) => each.model === model.id && each.mode === mode);
    return {
      id: model.id,
      title: model.id,
      group: model.id === chosenId ? groups.current : isFavourite ? groups.favourites : groups[model.engine],
      keywords: [...capabilities, groups[model.engine]],
      facts: [
        capabilities.join(', ') || text.capabilitiesUnknown,
        model.contextLength === null ? text.contextUnknown : text.context(formatContext(model.contextLength)),
        ...(speed === undefined ? [] : [text.speed(formatRate(speed.tokensPerSecond))]),
      ],
      isFavourite,
      disabledReason,
      isDisabled: disabledReason !== undefined,
    };
  });
  const rank = ({ group }: ModelPickerItem) => groupOrder.indexOf(group);
  return items.toSorted((a, b) => rank(a) - rank(b) || Number(a.disabledReason !== undefined) - Number(b.disabledReason !== undefined));
}
