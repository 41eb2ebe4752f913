import { maxImages } from '../../../electron/contract/constants.ts';
import { readArray, parseJson } from '../../../electron/contract/json.ts';
import type { Image } from '../../../electron/contract/image.ts';
import type { Call } from '../../bridge/bridge.ts';
import { createDraftStore } from '../../state/draft-store.ts';

/** Creates the images of a draft. Their contents are in the history's store already, so that saving the draft is cheap. */
export function createDraftImages(call: Call, key: string, initial: readonly Image[] = []) {
  const draft = createDraftStore(call, `${key}.images`, {
    initialText: formatImages(initial),
    join: (saved, typed) => formatImages(withImages(parseImages(saved), parseImages(typed).slice(initial.length))),
  });
  let parsed: { readonly json: string; readonly images: readonly Image[] } = { json: '', images: [] };
  return {
    read: (): readonly Image[] => {
      const json = draft.read().text;
      if (json !== parsed.json) parsed = { json, images: parseImages(json) };
      return parsed.images;
    },
    subscribe: draft.subscribe,
    write: (images: readonly Image[]) => draft.type(formatImages(images)),
    /** Adds images, and saves the draft at once, because the store deletes images that nothing uses. */
    add: (added: readonly Image[]) => {
      draft.type(formatImages(withImages(parseImages(draft.read().text), added)));
      draft.flush();
    },
    draft,
  };
}

/** Adds the images that are not there yet. */
function withImages(images: readonly Image[], added: readonly Image[]): readonly Image[] {
  const isNew = ({ hash }: Image) => images.every((image) => image.hash !== hash);
  return [...images, ...added.filter(isNew)].slice(0, maxImages);
}

/** Returns the images without the first one with the same content. */
export function withoutImage(images: readonly Image[], { hash }: Pick<Image, 'hash'>): readonly Image[] {
  const index = images.findIndex((image) => image.hash === hash);
  return index < 0 ? images : images.toSpliced(index, 1);
}

function formatImages(images: readonly Image[]): string {
  return images.length === 0 ? '' : JSON.stringify(images);
}

/** Parses the images saved with a draft. Ignores everything else. */
function parseImages(json: string): readonly Image[] {
  return readArray(parseJson(json)).filter(isImage);
}

function isImage(value: unknown): value is Image {
  if (typeof value !== 'object' || value === null) return false;
  const { hash, type, width, height, bytes, name, alternative } = value as Partial<Record<keyof Image, unknown>>;
  return (
    [hash, type, name, alternative].every((text) => typeof text === 'string') &&
    [width, height, bytes].every((count) => typeof count === 'number')
  );
}
