import { noReferences, type References } from './references.ts';

/** What the blocks of one message share while they are drawn. */
export interface Scope {
  readonly references: References;
  /** Begins the ids of the message's elements. */
  readonly idPrefix: string;
}

/** For blocks that refer to nothing: they are not drawn again when a definition comes. */
export const noScope: Scope = { references: noReferences, idPrefix: '' };
