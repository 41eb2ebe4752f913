import { text } from 'node:stream/consumers';
import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl';
import { errorMessage } from '../../../shared/node-error.ts';
import { readHead } from '../read-file.ts';
import { TableStop, type TableLimits } from '../table-types.ts';
import { runsText } from '../../text.ts';

/** The ZIP archive of a workbook. */
export interface Archive {
  /** Reads a small part. Returns undefined if there is none. */
  readonly readText: (part: string) => Promise<string | undefined>;
  readonly close: () => void;
}

const oleSignature = Buffer.from('d0cf11e0', 'hex');
const maxParts = 10_000;
/** Smaller parts are harmless at any compression ratio. */
const harmlessBytes = 16 * 1024 * 1024;
/** An empty part takes two bytes, packed. */
const emptyBytes = 2;

/**
 * Opens a workbook, and checks the sizes that its directory declares. Its readers stop at a part that unpacks to more, but hold most
 * parts in memory, and a part declared as empty to no size at all.
 */
export async function openArchive(source: string | Buffer, limits: TableLimits): Promise<Archive> {
  const zip = await openZip(source);
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entries.size === maxParts) throw notAWorkbook(runsText.workbook.tooManyParts(maxParts));
      checkSize(entry, limits);
      entries.set(entry.fileName, entry);
    }
    return {
      readText: async (part) => {
        const entry = entries.get(part);
        if (entry && entry.uncompressedSize > harmlessBytes) throw tooLarge(part, harmlessBytes);
        return entry && text(await zip.openReadStreamPromise(entry));
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
  // only sheets are read as streams
  const limit = part.startsWith('xl/worksheets/') ? limits.sheetBytes : limits.partBytes;
  const isHidden = uncompressedSize === 0 && compressedSize > emptyBytes;
  if (uncompressedSize > limit || isHidden) throw tooLarge(part, limit);
  const ratio = uncompressedSize / Math.max(compressedSize, 1);
  if (uncompressedSize > Math.min(harmlessBytes, limit / 4) && ratio > limits.unpackedRatio) {
    throw new TableStop({ kind: 'unpacks-too-much', effect: 'stopped', part, ratio: Math.round(ratio) });
  }
}

function tooLarge(part: string, limit: number): TableStop {
  return new TableStop({ kind: 'unpacks-too-large', effect: 'stopped', part, limit });
}

/** Creates the exception that ends reading a file that is no valid workbook. */
export function notAWorkbook(message: string): TableStop {
  return new TableStop({ kind: 'not-a-workbook', effect: 'stopped', message });
}
