import type { Model, Engine } from '../../electron/contract/catalog.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Mode } from '../../electron/contract/profile.ts';
import type { ModelSpeed } from '../../electron/contract/history.ts';
import { capabilityText } from '../shared/labels.ts';
import { formatContext, formatRate } from '../shared/format.ts';

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

/** A model as it is offered. */
export interface ModelPickerItem {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly keywords: readonly string[];
  readonly facts: readonly string[];
  readonly isFavourite: boolean;
  /** Why it can't be chosen now. */
  readonly trouble: string | undefined;
  readonly isDisabled: boolean;
}

const engineGroupTitles: Readonly<Record<Engine, string>> = { A: 'Engine A', B: 'Engine B', unknown: 'Engine not known' };

const order = ['In use', 'Favourites', engineGroupTitles.A, engineGroupTitles.B, engineGroupTitles.unknown];

/** What decides how the models are offered. */
export interface Offer {
  readonly mode: Mode;
  readonly chosenId: string | null;
  readonly favourites: readonly string[];
  readonly speeds: readonly ModelSpeed[];
}

/**
 * The models in the order they are offered: the one in use, since the list opens with its first line highlighted and Enter
 * must then change nothing; favourites; then by engine. Within each group those that can be asked come first.
 */
export function modelPickerItems(models: readonly Model[], { mode, chosenId, favourites, speeds }: Offer): readonly ModelPickerItem[] {
  const rows = models.map((model): ModelPickerItem => {
    const isFavourite = favourites.includes(model.id);
    const words = capabilityText(model.capabilities);
    const trouble = unavailableReason(model, mode);
    const speed = speeds.find((each) => each.model === model.id && each.mode === mode);
    return {
      id: model.id,
      title: model.id,
      group: model.id === chosenId ? 'In use' : isFavourite ? 'Favourites' : engineGroupTitles[model.engine],
      keywords: [...words, engineGroupTitles[model.engine]],
      facts: [
        words.join(', ') || 'nothing known of what it can do',
        model.contextLength === null ? 'context not known' : `reads ${formatContext(model.contextLength)}`,
        ...(speed === undefined ? [] : [`${formatRate(speed.tokensPerSecond)} measured`]),
      ],
      isFavourite,
      trouble,
      isDisabled: trouble !== undefined,
    };
  });
  const rank = ({ group }: ModelPickerItem) => order.indexOf(group);
  return rows.toSorted((a, b) => rank(a) - rank(b) || Number(a.trouble !== undefined) - Number(b.trouble !== undefined));
}
