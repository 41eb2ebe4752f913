import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { ImageType, StoredImage } from '../../../contract/image.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { imageDataUrl, prepareImage, type PreparedImage } from '../../shared/images/prepare-image.ts';

/** The content of an image, with its type. */
interface ContentRow {
  readonly hash: string;
  readonly type: ImageType;
  readonly content: Uint8Array;
}

/** Saves an image unless it is there. */
export function putImage(db: Database, { image, content }: PreparedImage): void {
  const { hash, type, width, height, bytes } = image;
  db.run(
    'INSERT OR IGNORE INTO image (hash, type, width, height, bytes, content) VALUES (?, ?, ?, ?, ?, ?)',
    hash,
    type,
    width,
    height,
    bytes,
    content,
  );
  // a draft may not name it yet
  db.run('DELETE FROM unused_image WHERE image = (SELECT key FROM image WHERE hash = ?)', hash);
}

/** Returns the content of an image, or undefined if it isn't stored. */
export function readContent(db: Database, hash: string): ContentRow | undefined {
  return db.one<ContentRow>('SELECT hash, type, content FROM image WHERE hash = ?', hash);
}

type Named = readonly Pick<StoredImage, 'hash'>[];

const keysSql = 'SELECT key FROM image WHERE hash IN (SELECT value FROM json_each(?))';

/** Returns whether the store has all of these images. */
export function areStored(db: Database, images: Named): boolean {
  const hashes = [...new Set(images.map(({ hash }) => hash))];
  return hashes.length === 0 || db.all(keysSql, JSON.stringify(hashes)).length === hashes.length;
}

/** Notes which images a message uses. */
export function useImages(db: Database, message: number, images: Named): void {
  if (images.length === 0) return;
  db.run(
    `INSERT OR IGNORE INTO message_image (message, image) SELECT ?, key FROM (${keysSql})`,
    message,
    JSON.stringify(images.map(({ hash }) => hash)),
  );
}

/** Reads and writes images. An image goes with the last message that uses it, unless a draft does. */
export function createImages(db: Database) {
  return {
    /** Saves an image without its metadata. */
    saveImage: ({ data }: { readonly data: string }): Result<StoredImage> => {
      const prepared = prepareImage(Buffer.from(data, 'base64'));
      return prepared.ok
        ? db.transaction(() => {
            putImage(db, prepared.value);
            return ok(prepared.value.image);
          })
        : prepared;
    },
    readImage: ({ hash }: { readonly hash: string }): Result<{ readonly dataUrl: string }> => {
      const row = readContent(db, hash);
      return row ? ok({ dataUrl: imageDataUrl(row.type, row.content) }) : fail('image-not-stored');
    },
    /** Returns the data URLs of images by their hashes, without those that aren't stored. */
    readImages: ({ hashes }: { readonly hashes: readonly string[] }): Result<Readonly<Record<string, string>>> => {
      const rows = db.all<ContentRow>(
        'SELECT hash, type, content FROM image WHERE hash IN (SELECT value FROM json_each(?))',
        JSON.stringify(hashes),
      );
      return ok(Object.fromEntries(rows.map(({ hash, type, content }) => [hash, imageDataUrl(type, content)])));
    },
    /** Returns whether any of these conversations, or of all that aren't in the trash if `ids` is null, has an image. */
    hasImages: ({ ids }: { readonly ids: readonly string[] | null }) =>
      ok(
        db.one(
          `SELECT 1 FROM message_image i JOIN message m ON m.key = i.message JOIN conversation c ON c.key = m.conversation
           WHERE m.removed_with IS NULL AND iif(?1 IS NULL, c.trashed_at IS NULL, c.id IN (SELECT value FROM json_each(?1))) LIMIT 1`,
          ids && JSON.stringify(ids),
        ) !== undefined,
      ),
    imageSpace: () =>
      ok(
        db.one<{ images: number; bytes: number }>('SELECT count(*) AS images, coalesce(sum(bytes), 0) AS bytes FROM image') ?? {
          images: 0,
          bytes: 0,
        },
      ),
    /** Deletes the images that had no message at the start, or lost their last one since, except those with these hashes. */
    sweepImages: (draftHashes: readonly string[]): Result<undefined> =>
      db.transaction(() => {
        db.run(
          `DELETE FROM image WHERE key IN (SELECT image FROM unused_image) AND NOT EXISTS (SELECT 1 FROM message_image WHERE image = key)
             AND hash NOT IN (SELECT value FROM json_each(?))`,
          JSON.stringify(draftHashes),
        );
        db.run('DELETE FROM unused_image');
        return ok(undefined);
      }),
    /** Marks the images without a message for the sweep. */
    findUnused: (): void =>
      void db.run('INSERT OR IGNORE INTO unused_image SELECT key FROM image WHERE key NOT IN (SELECT image FROM message_image)'),
  };
}
