import { readArray, readObject } from '../../../contract/json.ts';

type Body = Readonly<Record<string, unknown>>;

/** Returns a chat completion with other image URLs, or the same one if it has no images. */
export function mapImageUrls(body: Body, replace: (url: string) => unknown): Body {
  const messages = readArray(body['messages']);
  const mapped = messages.map((message) => {
    const fields = readObject(message);
    const parts = readArray(fields?.['content']);
    return parts.some(imageUrl) ? { ...fields, content: parts.map((part) => mapPart(part, replace)) } : message;
  });
  return mapped.some((message, index) => message !== messages[index]) ? { ...body, messages: mapped } : body;
}

/** Returns whether a chat completion has images. */
export function hasImages(body: Body): boolean {
  return readArray(body['messages']).some((message) => readArray(readObject(message)?.['content']).some(imageUrl));
}

function mapPart(part: unknown, replace: (url: string) => unknown): unknown {
  const url = imageUrl(part);
  const fields = readObject(part);
  return url === undefined ? part : { ...fields, image_url: { ...readObject(fields?.['image_url']), url: replace(url) } };
}

function imageUrl(part: unknown): string | undefined {
  const url = readObject(readObject(part)?.['image_url'])?.['url'];
  return typeof url === 'string' ? url : undefined;
}

/** Returns a data URL with the name of its file, in angle brackets, instead of its content. Other URLs stay as they are. */
export function nameImage(url: string, name: string): string {
  const [head = ''] = /^data:[^,]*,/.exec(url) ?? [];
  return head === '' ? url : `${head}<${name}>`;
}

/** Returns the type and the file of an image that `nameImage` has named. */
export function readNamedImage(url: string): { readonly type: string; readonly file: string } | undefined {
  const [, type, file] = /^data:(image\/[a-z]+);base64,<(.+)>$/s.exec(url) ?? [];
  return type === undefined || file === undefined ? undefined : { type, file };
}
