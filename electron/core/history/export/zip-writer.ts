import type { Image } from '../../../contract/image.ts';

const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

/** Writes a ZIP archive piece by piece: first a text, then files that are compressed already. */
export async function createZipWriter(write: (bytes: Uint8Array) => void) {
  // loaded on demand, because it builds tables; its Node build has a `require` that clashes with the bundler's
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate/browser');
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    write(bytes);
  });
  const text = new ZipDeflate('conversations.md');
  zip.add(text);
  return {
    writeText: (piece: string) => text.push(Buffer.from(piece)),
    endText: () => text.push(new Uint8Array(), true),
    add: (name: string, content: Uint8Array): void => {
      const file = new ZipPassThrough(name);
      zip.add(file);
      file.push(content, true);
    },
    end: () => zip.end(),
  };
}

/** Gives each image a file name: its number, and what is safe of its own name. */
export function createImageFiles() {
  const names = new Map<string, string>();
  return {
    nameOf: ({ hash, name, type }: Image): string => {
      const [safe = ''] = /^.{0,60}/u.exec(name.replace(/\.\w{1,5}$/, '').replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')) ?? [];
      const file = names.get(hash) ?? `images/${names.size + 1}-${safe}.${extensions[type]}`;
      names.set(hash, file);
      return file;
    },
    list: (): Iterable<readonly [name: string, hash: string]> => Array.from(names, ([hash, name]) => [name, hash] as const),
  };
}
