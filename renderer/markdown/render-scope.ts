import { noReferences, type References } from './link-references.ts';

/** What the blocks of one message share while they are drawn. */
export interface RenderScope {
  readonly references: References;
  /** Begins the ids of the message's elements. */
  readonly idPrefix: string;
}

/** For blocks that refer to nothing: they are not drawn again when a definition comes. */
export const emptyRenderScope: RenderScope = { references: noReferences, idPrefix: '' };
