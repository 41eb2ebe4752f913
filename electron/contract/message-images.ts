import type { Model } from './catalog.ts';
import type { StoredMessage } from './history.ts';
import type { Image } from './image.ts';

/** A message, or one to be sent. */
interface MessageWithImages {
  readonly role: StoredMessage['role'];
  readonly images?: readonly Image[] | undefined;
}

/** Returns the images of a message. */
export function listImages({ images = [] }: MessageWithImages): readonly Image[] {
  return images;
}

/** Returns the images of a conversation that go with a request: the newest, because engines refuse a request with more than they take. */
export function chooseSentImages(
  messages: readonly MessageWithImages[],
  { seesImages, imagesPerRequest = Infinity }: Pick<Model, 'seesImages' | 'imagesPerRequest'>,
): readonly Image[] {
  const images = messages.flatMap(listImages);
  return seesImages === false ? [] : images.slice(Math.max(0, images.length - imagesPerRequest));
}
