import type { Range } from './authored-text.ts';

/** What a page is besides its text. */
export interface Authorship {
  /** The kept text it belongs to; null: it was not kept yet. */
  readonly keptId: string | null;
  /** The model was writing. */
  readonly isGrowing: boolean;
  /** What of it the model wrote. */
  readonly byModel: readonly Range[];
}

const unknown: Authorship = { keptId: null, isGrowing: false, byModel: [] };

/** As a draft is kept; of a text that is all the user's own there is nothing to keep. */
export function writeAuthorship(origin: Authorship, text: string): string {
  return origin.keptId === null && origin.byModel.length === 0 ? '' : JSON.stringify({ ...origin, length: text.length });
}

/** Reads it beside the text; the two are kept one after the other, so that they may not fit together. */
export function readAuthorship(json: string, text: string): Authorship {
  if (json === '') return unknown;
  try {
    const read: unknown = JSON.parse(json);
    if (typeof read !== 'object' || read === null) return unknown;
    const { keptId, isGrowing, length, byModel } = read as Readonly<Record<string, unknown>>; // each is looked at below
    return {
      keptId: typeof keptId === 'string' ? keptId : null,
      isGrowing: isGrowing === true,
      byModel: length === text.length && Array.isArray(byModel) && areRanges(byModel, text.length) ? byModel : [],
    };
  } catch {
    return unknown;
  }
}

function areRanges(ranges: readonly unknown[], length: number): ranges is readonly Range[] {
  let at = 0;
  return ranges.every((range) => {
    if (typeof range !== 'object' || range === null) return false;
    const { start, end } = range as Readonly<Record<string, unknown>>; // each is looked at below
    if (typeof start !== 'number' || typeof end !== 'number' || start < at || end <= start || end > length) return false;
    at = end;
    return true;
  });
}
