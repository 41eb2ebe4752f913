import { useEffect } from 'react';
import type { Model } from '../../../electron/contract/catalog.ts';
import type { Image } from '../../../electron/contract/image.ts';
import { chooseSentImages, listImages } from '../../../electron/contract/message-images.ts';
import { useSession } from '../../state/session.ts';
import { useStore, type Store } from '../../state/store.ts';
import { useChat } from '../chat.ts';
import { currentConversationId } from '../conversation-store.ts';
import { useChatModel } from '../send-rules.ts';
import { checkKey, type ImageSupport } from './image-checks.ts';
import { imagesText } from './text.ts';

/** What happens to the images of a message if it is sent now. */
export interface ImageUse {
  readonly model: Model | undefined;
  /** Undefined if there is no image to see. */
  readonly support: ImageSupport | undefined;
  /** How many of its own images are too many for a request. */
  readonly beyondLimit: number;
  /** Whether the chosen tools aren't offered, because there are images. */
  readonly dropsTools: boolean;
  /** Why it can't be sent. */
  readonly reason: string | undefined;
}

/** Returns which images of a message are left out of the next request, in a sentence, or undefined if none are. */
export function useLeftOutImages({ id, images }: { readonly id: string; readonly images: readonly Image[] }): string | undefined {
  const chat = useChat();
  const shown = useStore(chat.conversation);
  const next = useStore(chat.composerFor(currentConversationId(shown)).images);
  const model = useChatModel();
  if (shown.kind !== 'open' || model === undefined) return undefined;
  if (model.seesImages === false) return imagesText.unseen(images.length, model.id);
  const sent = new Set(chooseSentImages([...shown.messages, { role: 'user', images: next }], model));
  const leftOut = shown.messages
    .filter((message) => message.id === id)
    .flatMap(listImages)
    .filter((image) => !sent.has(image)).length;
  return leftOut === 0 ? undefined : imagesText.leftOut(leftOut, images.length);
}

/**
 * Returns what happens to the images of a message, and lets the service try a model of which it isn't known whether it sees. `editedId` is
 * the id of the message that it replaces. Only the messages before that go with it.
 */
export function useImageUse(images: Store<readonly Image[]>, editedId?: string): ImageUse {
  const chat = useChat();
  const session = useSession();
  const connection = useStore(session.connection);
  const checks = useStore(chat.imageChecks);
  const { toolIds } = useStore(chat.settings);
  const { offersToolsWithImages } = useStore(session.settings).chat;
  const shown = useStore(chat.conversation);
  const current = useStore(images);
  const { length } = current;
  const model = useChatModel();
  const key = model === undefined ? '' : checkKey(connection, model);
  const unknownId = model !== undefined && length > 0 && model.seesImages === undefined ? model.id : undefined;
  useEffect(() => {
    if (unknownId !== undefined) void chat.imageChecks.check(key, unknownId);
  }, [chat, key, unknownId]);

  if (model === undefined) return { model, support: undefined, beyondLimit: 0, dropsTools: false, reason: undefined };
  const known = model.seesImages === undefined ? undefined : model.seesImages ? 'supported' : 'unsupported';
  const support = known ?? checks.get(key) ?? 'checking';
  const messages = shown.kind === 'open' ? shown.messages : [];
  const end = messages.findIndex(({ id }) => id === editedId);
  const hasEarlier = messages.slice(0, end < 0 ? undefined : end).some((message) => listImages(message).length > 0);
  const sendsImages = support !== 'unsupported' && (length > 0 || hasEarlier);
  return {
    model,
    support: length === 0 ? undefined : support,
    beyondLimit: support === 'unsupported' ? 0 : length - chooseSentImages([{ role: 'user', images: current }], model).length,
    dropsTools: sendsImages && model.capabilities.tools && toolIds.length > 0 && !offersToolsWithImages,
    reason: length > 0 && support === 'unsupported' ? imagesText.blocked.unsupported(model.id) : undefined,
  };
}
