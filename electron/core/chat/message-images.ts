import { ok, type Result } from '../../contract/failure.ts';
import type { StoredMessage } from '../../contract/history.ts';
import type { Image } from '../../contract/image.ts';
import type { History } from '../history/history.ts';
import { mapImageUrls, nameImage, type ImageSupport } from '../llm-client/llm-client.ts';
import { imageNotes } from './text.ts';

/** The images that go with a request, with their data URLs. */
export type SentImages = ReadonlyMap<Image, string>;

/** Reads the images of a path that the model takes: the newest, with a note on those that are left out. */
export async function readSentImages(
  history: Pick<History, 'readImages'>,
  path: readonly StoredMessage[],
  { id, seesImages, imagesPerRequest = Infinity }: ImageSupport & { readonly id: string },
): Promise<Result<{ readonly sent: SentImages; readonly notes: readonly string[] }>> {
  const images = path.flatMap((message) => (message.role === 'assistant' ? [] : (message.images ?? [])));
  if (images.length === 0) return ok({ sent: new Map(), notes: [] });
  const limit = seesImages === false ? 0 : imagesPerRequest;
  const newest = images.slice(Math.max(0, images.length - limit));
  const read = await history.readImages({ hashes: [...new Set(newest.map(({ hash }) => hash))] });
  if (!read.ok) return read;
  const sent = new Map<Image, string>();
  for (const image of newest) {
    const url = read.value[image.hash];
    if (url !== undefined) sent.set(image, url);
  }
  const older = images.length - newest.length;
  const lost = newest.length - sent.size;
  const leftOut = limit === 0 ? imageNotes.modelSeesNone(older, id) : imageNotes.olderLeftOut(older, id, limit);
  return ok({ sent, notes: [...(older > 0 ? [leftOut] : []), ...(lost > 0 ? [imageNotes.notStored(lost)] : [])] });
}

/** Returns a request with the names of its images instead of their content, which the history has already. */
export function withoutImageContent(body: Readonly<Record<string, unknown>>, sent: SentImages): Readonly<Record<string, unknown>> {
  const names = new Map([...sent].map(([{ name }, url]) => [url, name]));
  return mapImageUrls(body, (url) => nameImage(url, names.get(url) ?? 'image'));
}
