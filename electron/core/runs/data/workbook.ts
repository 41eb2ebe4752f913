import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl';
import { errorMessage } from '../../shared/node-error.ts';
import { readHead } from './read-file.ts';
import { TableStop, type TableLimits, tableLimits } from './table-types.ts';
import { runsText } from '../text.ts';
import path from 'node:path/posix';

/** The ZIP archive of a workbook. */
interface Archive {
  /** Reads a small part. Returns undefined if there is none. */
  readonly readText: (part: string) => Promise<string | undefined>;
  /** Reads a part as a stream. Returns undefined if there is none. */
  readonly read: (part: string) => Promise<Readable | undefined>;
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
async function openArchive(source: string | Buffer, limits: TableLimits): Promise<Archive> {
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
        if (entry && entry.uncompressedSize > harmlessBytes) throw tooLarge();
        return entry && text(await zip.openReadStreamPromise(entry));
      },
      read: async (part) => {
        const entry = entries.get(part);
        return entry && zip.openReadStreamPromise(entry);
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
  if (uncompressedSize > limit || isHidden) throw tooLarge();
  const ratio = uncompressedSize / Math.max(compressedSize, 1);
  if (uncompressedSize > Math.min(harmlessBytes, limit / 4) && ratio > limits.unpackedRatio) throw tooLarge();
}

function tooLarge(): TableStop {
  return new TableStop({ kind: 'unpacks-too-large', effect: 'stopped' });
}

/** Creates the exception that ends reading a file that is no valid workbook. */
export function notAWorkbook(message: string): TableStop {
  return new TableStop({ kind: 'not-a-workbook', effect: 'stopped', message });
}

/** Returns the names of a workbook's sheets with cells. */
export async function listSheets(source: string | Buffer, limits: TableLimits = tableLimits): Promise<readonly string[]> {
  const archive = await openArchive(source, limits);
  try {
    return (await findSheets(archive)).map(({ name }) => name);
  } finally {
    archive.close();
  }
}

/** Reads the XML of a sheet. */
export async function* readSheetXml(source: string | Buffer, sheet: string, limits: TableLimits): AsyncGenerator<Uint8Array> {
  const archive = await openArchive(source, limits);
  try {
    const part = (await findSheets(archive)).find(({ name }) => name === sheet)?.part;
    const pieces = part === undefined ? undefined : await archive.read(part);
    for await (const piece of pieces ?? []) if (Buffer.isBuffer(piece)) yield piece;
  } catch (error) {
    throw error instanceof TableStop ? error : notAWorkbook(errorMessage(error));
  } finally {
    archive.close();
  }
}

async function findSheets(archive: Archive) {
  const roots = await readRelations(archive, '');
  const workbook = roots.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const relations = await readRelations(archive, workbook);
  const sheets = findElements((await archive.readText(workbook)) ?? '', 'sheet').flatMap((attributes) => {
    const id = [...attributes].find(([name]) => name.endsWith(':id'))?.[1];
    // chart sheets have no cells
    const part = relations.find((relation) => relation.id === id && relation.type === 'worksheet')?.target;
    return part === undefined ? [] : [{ name: attributes.get('name') ?? '', part }];
  });
  if (sheets.length === 0) throw notAWorkbook(runsText.workbook.noSheets);
  return sheets;
}

async function readRelations(archive: Archive, part: string) {
  const folder = path.dirname(part);
  const xml = await archive.readText(path.join(folder, '_rels', `${path.basename(part)}.rels`));
  return findElements(xml ?? '', 'Relationship').map((attributes) => {
    const [type = '', target = ''] = [attributes.get('Type'), attributes.get('Target')];
    return {
      id: attributes.get('Id'),
      type: type.slice(type.lastIndexOf('/') + 1),
      target: target.startsWith('/') ? target.slice(1) : path.join(folder, target),
    };
  });
}

/** Returns the attributes of the elements with a name. */
function findElements(xml: string, name: string): readonly ReadonlyMap<string, string>[] {
  return [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s([^<>]{0,4000})>`, 'gu'))].map(
    ([, attributes = '']) =>
      new Map(
        [...attributes.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu)].map(([, key = '', a, b]) => [key, decode(a ?? b ?? '')]),
      ),
  );
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(value: string): string {
  return value.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/giu, (whole, decimal?: string, hex?: string, name?: string) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : (entities[name ?? ''] ?? whole);
  });
}
