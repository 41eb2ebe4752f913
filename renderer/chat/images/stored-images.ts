import { ok, type Result } from '../../../electron/contract/failure.ts';
import type { Image } from '../../../electron/contract/image.ts';
import type { Session } from '../../state/session.ts';
import { prepareImage } from './prepare-image.ts';

/** Characters of the images in memory. */
const maxLength = 40_000_000;

/** Creates access to the history's images. Remembers the last ones it has read, because a scrolled list shows them again. */
export function createStoredImages({ bridge, settings }: Pick<Session, 'bridge' | 'settings'>) {
  const { call } = bridge;
  const kept = new Map<string, string>();
  let length = 0;
  const keep = (hash: string, dataUrl: string) => {
    if (!kept.has(hash)) length += dataUrl.length;
    kept.delete(hash); // moves it to the end
    kept.set(hash, dataUrl);
    for (const [oldest, content] of kept) {
      if (length <= maxLength || oldest === hash) return;
      kept.delete(oldest);
      length -= content.length;
    }
  };
  return {
    /** Prepares the image of a file for models, and saves it. */
    save: async (file: File): Promise<Result<Image>> => {
      const prepared = await prepareImage(file, settings.read().chat.imageSide);
      if (!prepared.ok) return prepared;
      const saved = await call('history.saveImage', { data: prepared.value });
      return saved.ok ? ok({ ...saved.value, name: file.name.slice(0, 300) || 'image', alternative: '' }) : saved;
    },
    /** Returns a data URL if it is in memory. */
    peek: (hash: string): string | undefined => kept.get(hash),
    read: async (hash: string, signal?: AbortSignal): Promise<Result<string>> => {
      const known = kept.get(hash);
      const result = known === undefined ? await call('history.readImage', { hash }, { signal }) : ok({ dataUrl: known });
      if (!result.ok) return result;
      keep(hash, result.value.dataUrl);
      return ok(result.value.dataUrl);
    },
  };
}
