import { addAbortSignal, type Readable } from 'node:stream';
import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl';
import { errorMessage } from '../../../shared/node-error.ts';
import { readHead } from '../read-file.ts';
import { TableStop, type TableLimits } from '../table-types.ts';
import { runsText } from '../../text.ts';

/** The ZIP archive of a workbook. Each part is read as a stream. */
export interface Archive {
  readonly has: (part: string) => boolean;
  readonly read: (part: string) => Promise<Readable>;
  readonly close: () => void;
}

const oleSignature = Buffer.from('d0cf11e0', 'hex');
const maxParts = 10_000;
/** Smaller parts are harmless at any compression ratio. */
const harmlessBytes = 16 * 1024 * 1024;

/**
 * Opens a workbook. Checks the sizes in the archive's directory before a part is unpacked. yauzl ends a stream that unpacks to more
 * than that.
 */
export async function openArchive(source: string | Buffer, signal: AbortSignal, limits: TableLimits): Promise<Archive> {
  const zip = await openZip(source);
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entries.size === maxParts) throw notAWorkbook(runsText.workbook.tooManyParts(maxParts));
      entries.set(entry.fileName, entry);
    }
    return {
      has: (part) => entries.has(part),
      read: async (part) => {
        const entry = entries.get(part);
        if (!entry) throw notAWorkbook(runsText.workbook.partMissing(part));
        checkSize(entry, limits);
        return addAbortSignal(signal, await zip.openReadStreamPromise(entry));
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof TableStop ? error : notAWorkbook(errorMessage(error));
  }
}

async function openZip(source: string | Buffer): Promise<ZipFile> {
  const options = { autoClose: false, lazyEntries: true };
  if (await isOle(source)) throw new TableStop({ kind: 'encrypted-or-old-workbook', effect: 'stopped' });
  try {
    return await (typeof source === 'string' ? openPromise(source, options) : fromBufferPromise(source, options));
  } catch (error) {
    throw notAWorkbook(errorMessage(error));
  }
}

/** Returns whether a workbook is encrypted or has the format before 2007. Those are OLE files, not ZIP archives. */
async function isOle(source: string | Buffer): Promise<boolean> {
  const head = typeof source === 'string' ? await readHead(source, oleSignature.length) : source;
  return oleSignature.equals(head.subarray(0, oleSignature.length));
}

function checkSize({ fileName: part, compressedSize, uncompressedSize }: Entry, limits: TableLimits): void {
  if (uncompressedSize > limits.unpackedBytes) {
    throw new TableStop({ kind: 'unpacks-too-large', effect: 'stopped', part, limit: limits.unpackedBytes });
  }
  const ratio = uncompressedSize / Math.max(compressedSize, 1);
  if (uncompressedSize > Math.min(harmlessBytes, limits.unpackedBytes / 4) && ratio > limits.unpackedRatio) {
    throw new TableStop({ kind: 'unpacks-too-much', effect: 'stopped', part, ratio: Math.round(ratio) });
  }
}

/** Creates the exception that ends reading a file that is no valid workbook. */
export function notAWorkbook(message: string): TableStop {
  return new TableStop({ kind: 'not-a-workbook', effect: 'stopped', message });
}
