import type { Attachment, StoredMessage } from '../../electron/contract/history.ts';
import type { Image } from '../../electron/contract/image.ts';
import type { Call } from '../bridge/bridge.ts';
import { createComposer } from './composer-store.ts';

/** A message of the user, or a tool's result, which has no attachments. */
export type EditedMessage = Pick<StoredMessage, 'id'> & {
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  readonly images?: readonly Image[];
};

/** A message that is being edited in place. */
export type MessageEdit = ReturnType<typeof createMessageEdit>;

/** Starts editing a message. Restores an earlier unsent edit. */
export function createMessageEdit(call: Call, { id, ...content }: EditedMessage) {
  const composer = createComposer(call, `edit.${id}`, content);
  let isDiscarded = false;
  return {
    ...composer,
    messageId: id,
    attach: (added: readonly Attachment[]): number => (isDiscarded ? 0 : composer.attach(added)),
    addImages: (added: readonly Image[]) => {
      if (!isDiscarded) composer.addImages(added);
    },
    /** Deletes the unsent edit. Files that are read later aren't attached, because they would begin another. */
    discard: () => {
      isDiscarded = true;
      composer.progress.read()?.canceled.abort();
      for (const draft of [composer.draft, composer.files, composer.images.draft]) draft.discard();
    },
  };
}
