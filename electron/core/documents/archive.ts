import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fromBufferPromise, type Entry } from 'yauzl';
import { fail } from '../../contract/failures/fail.ts';
import { DocumentStop, type DocumentFile } from './document-types.ts';

/** An empty part takes two bytes, packed. */
const emptyBytes = 2;

/** The parts of a document that is a ZIP archive. */
export interface Archive {
  readonly names: ReadonlySet<string>;
  readonly read: (name: string) => Promise<Readable | undefined>;
  readonly readText: (name: string) => Promise<string>;
}

/** Opens an archive, and checks the sizes that its directory declares before anything is unpacked. Reading ends at a part that has more. */
export async function openArchive({ name, bytes, limits }: DocumentFile): Promise<Archive> {
  const tooLarge = new DocumentStop(fail('document-unpacks-too-large', { name }));
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    autoClose: false,
    lazyEntries: true,
  });
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    total += entry.uncompressedSize;
    const isHidden = entry.uncompressedSize === 0 && entry.compressedSize > emptyBytes;
    if (total > limits.unpackedBytes || entries.size >= limits.archiveEntries || isHidden) throw tooLarge;
    if (entry.isEncrypted()) throw new DocumentStop(fail('document-encrypted', { name }));
    entries.set(entry.fileName, entry);
  }
  const read = async (part: string): Promise<Readable | undefined> => {
    const entry = entries.get(part);
    if (entry && entry.uncompressedSize > limits.partBytes) throw tooLarge;
    return entry && zip.openReadStreamPromise(entry);
  };
  return {
    names: new Set(entries.keys()),
    read,
    readText: async (part) => {
      const stream = await read(part);
      return stream === undefined ? '' : text(stream);
    },
  };
}
