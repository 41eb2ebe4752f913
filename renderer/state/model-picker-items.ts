import type { Engine, Model } from '../../electron/contract/catalog.ts';
import type { ModelSpeed } from '../../electron/contract/history.ts';
import type { Mode } from '../../electron/contract/profile.ts';
import { capabilityText } from '../shared/connection-text.ts';
import { unavailableReason } from './model-availability.ts';
import { formatContext, formatRate } from '../shared/format-number.ts';

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

const engineTitles: Readonly<Record<Engine, string>> = { A: 'Engine A', B: 'Engine B', unknown: 'Engine not known' };

const order = ['In use', 'Favourites', engineTitles.A, engineTitles.B, engineTitles.unknown];

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
      group: model.id === chosenId ? 'In use' : isFavourite ? 'Favourites' : engineTitles[model.engine],
      keywords: [...words, engineTitles[model.engine]],
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
