import type { Locator, Page } from 'playwright/test';
import type { Image } from '../../electron/contract/image.ts';
import { listImages } from '../../electron/contract/message-images.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { imagesText } from '../../renderer/chat/images/text.ts';
import type { PageCore } from './page-core.ts';
import { messagesOf } from './window-chat.ts';

/** The form of the composer. */
export const composerForm = (page: Page): Locator => page.getByRole('form', { name: chatText.composer.label });
/** The images attached to a message that is being written. */
export const attached = (within: Locator): Locator => within.getByRole('list', { name: imagesText.attached }).getByRole('listitem');
/** The user's messages. */
export const mine = (page: Page): Locator => messagesOf(page, chatText.message.you);
/** The images of a message in the conversation. */
export const shown = (message: Locator): Locator => message.getByRole('list', { name: imagesText.ofMessage }).getByRole('button');

/** Returns the images of the messages in the newest conversation. */
export async function storedImages(core: PageCore): Promise<readonly Image[]> {
  const { conversations } = await core.call('history.list', { shelf: 'current', limit: 1 });
  const { messages } = await core.call('history.open', { id: conversations[0]?.id ?? '', at: null, limit: 100 });
  return messages.flatMap(listImages);
}

/** Returns the content of a stored image. */
export async function storedBytes(core: PageCore, { hash }: Image): Promise<Buffer> {
  const { dataUrl } = await core.call('history.readImage', { hash });
  return Buffer.from(dataUrl.replace(/^[^,]*,/, ''), 'base64');
}
