import type { SearchHit } from '../../../contract/history.ts';

/** A find, with where it stands among messages and titles. */
export interface RankedHit {
  readonly hit: SearchHit;
  /** By this, downwards, all finds are ordered. */
  readonly rank: number;
  /** Where the next page goes on in its own list. */
  readonly place: readonly number[];
}
