import type { RenderedFailure } from '../../electron/contract/failures/define.ts';
import type { Attachment, StoredMessage } from '../../electron/contract/history.ts';
import type { Image } from '../../electron/contract/image.ts';
import type { Call } from '../bridge/bridge.ts';
import { createDraftStore } from '../state/draft-store.ts';
import { createStore } from '../state/store.ts';
import { maxAttachments, type AttachProgress } from './composer-store.ts';
import { createDraftImages } from './images/draft-images.ts';

/** A message of the user, or a tool's result, which has no attachments. */
export type EditedMessage = Pick<StoredMessage, 'id'> & {
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  readonly images?: readonly Image[];
};

/** A message that is being edited in place. */
export type MessageEdit = ReturnType<typeof createMessageEdit>;

/** Starts editing a message. Restores an earlier unsent edit. */
export function createMessageEdit(call: Call, { id, text, attachments = [], images = [] }: EditedMessage) {
  const draft = createDraftStore(call, `edit.${id}`, { initialText: text });
  const attached = createStore(attachments);
  const draftImages = createDraftImages(call, `edit.${id}`, images);
  const progress = createStore<AttachProgress | null>(null);
  const refused = createStore<readonly RenderedFailure[]>([]);
  let isDiscarded = false;
  return {
    messageId: id,
    draft,
    attachments: attached,
    images: draftImages,
    progress,
    refused,
    attach: (added: readonly Attachment[]): number => {
      const all = [...attached.read(), ...added];
      attached.write(all.slice(0, maxAttachments));
      return Math.max(all.length - maxAttachments, 0);
    },
    addImages: (added: readonly Image[]) => {
      if (!isDiscarded) draftImages.add(added);
    },
    refuse: refused.write,
    /** Deletes the unsent edit. Images that are saved later aren't added, because they would begin another. */
    discard: () => {
      isDiscarded = true;
      progress.read()?.canceled.abort();
      for (const each of [draft, draftImages.draft]) {
        each.edit('');
        each.flush();
      }
    },
  };
}
