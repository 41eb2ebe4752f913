import { ok, type Result } from '../../contract/failure.ts';
import type { Tool } from '../../contract/conversation.ts';
import type { StoredMessage } from '../../contract/history.ts';
import type { Image } from '../../contract/image.ts';
import { chooseSentImages, listImages } from '../../contract/message-images.ts';
import type { History } from '../history/history.ts';
import { mapImageUrls, nameImage, type ImageSupport } from '../llm-client/llm-client.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { imageNotes } from './text.ts';

/** The images that go with a request, with their data URLs. */
export type SentImages = ReadonlyMap<Image, string>;

/** Reads the images of a path that go with a request, with notes on those that don't. */
export async function readSentImages(
  history: Pick<History, 'readImages'>,
  path: readonly StoredMessage[],
  { id, ...support }: ImageSupport & { readonly id: string },
): Promise<Result<{ readonly sent: SentImages; readonly notes: readonly string[] }>> {
  const images = path.flatMap(listImages);
  if (images.length === 0) return ok({ sent: new Map(), notes: [] });
  const chosen = chooseSentImages(path, support);
  const read = await history.readImages({ hashes: [...new Set(chosen.map(({ hash }) => hash))] });
  if (!read.ok) return read;
  const sent = new Map<Image, string>();
  for (const image of chosen) {
    const url = read.value[image.hash];
    if (url !== undefined) sent.set(image, url);
  }
  const leftOut = images.length - chosen.length;
  const lost = chosen.length - sent.size;
  const note = chosen.length === 0 ? imageNotes.modelSeesNone(leftOut, id) : imageNotes.olderLeftOut(leftOut, id, chosen.length);
  return ok({ sent, notes: [...(leftOut > 0 ? [note] : []), ...(lost > 0 ? [imageNotes.notStored(lost)] : [])] });
}

/** Returns whether a request is sent without its tools. The chat templates of some models break on images and tools together. */
export function leavesOutTools(
  { offersToolsWithImages }: Pick<ChatDependencies, 'offersToolsWithImages'>,
  tools: readonly Tool[],
  sent: SentImages,
): boolean {
  return tools.length > 0 && sent.size > 0 && !offersToolsWithImages();
}

/** Returns a request with the names of its images instead of their content, which the history has already. */
export function withoutImageContent(body: Readonly<Record<string, unknown>>, sent: SentImages): Readonly<Record<string, unknown>> {
  const names = new Map([...sent].map(([{ name }, url]) => [url, name]));
  return mapImageUrls(body, (url) => nameImage(url, names.get(url) ?? 'image'));
}
