import { noReferences, type References } from '../../electron/markdown/link-references.ts';

/** Shared by the blocks of one message while they are rendered. */
export interface RenderScope {
  readonly references: References;
  /** Prefix of the element ids of the message. */
  readonly idPrefix: string;
}

/** For blocks without references. They don't re-render when a definition arrives. */
export const emptyRenderScope: RenderScope = { references: noReferences, idPrefix: '' };
