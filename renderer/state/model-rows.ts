import type { Engine, Model } from '../../electron/contract/catalog.ts';
import type { ModelSpeed } from '../../electron/contract/history.ts';
import type { Mode } from '../../electron/contract/profile.ts';
import { capabilityWords } from './connection-words.ts';
import { whyOutOfReach } from './model-reach.ts';
import { formatContext, formatRate } from './number-words.ts';

/** A model as it is offered. */
export interface ModelRow {
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

/** The models in the order they are offered: favourites, then by engine; within each, those that can be asked first. */
export function modelRows(
  models: readonly Model[],
  mode: Mode,
  favourites: readonly string[],
  speeds: readonly ModelSpeed[],
): readonly ModelRow[] {
  const rows = models.map((model): ModelRow => {
    const isFavourite = favourites.includes(model.id);
    const words = capabilityWords(model.capabilities);
    const trouble = whyOutOfReach(model, mode);
    const speed = speeds.find((each) => each.model === model.id && each.mode === mode);
    return {
      id: model.id,
      title: model.id,
      group: isFavourite ? 'Favourites' : engineTitles[model.engine],
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
  const rank = (row: ModelRow) => (row.isFavourite ? 0 : row.group === engineTitles.unknown ? 3 : row.group === engineTitles.B ? 2 : 1);
  return rows.toSorted((a, b) => rank(a) - rank(b) || Number(a.trouble !== undefined) - Number(b.trouble !== undefined));
}
