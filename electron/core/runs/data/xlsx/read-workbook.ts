import path from 'node:path/posix';
import { isDateFormat } from 'hucre';
import { TableStop, tableLimits, type TableLimits } from '../table-types.ts';
import { notAWorkbook, openArchive, type Archive } from './open-archive.ts';
import { readXmlWhole } from './read-xml.ts';
import { createSharedStrings, type SharedStrings } from './shared-strings.ts';
import { runsText } from '../../text.ts';

interface Sheet {
  readonly name: string;
  readonly part: string;
}

/** The parts of a workbook that are needed to read its sheets. */
export interface Workbook {
  readonly archive: Archive;
  readonly sheets: readonly Sheet[];
  readonly isSince1904: boolean;
  readonly sharedStrings: SharedStrings;
  /** Whether cells of a style are dates, by the index of the style. */
  readonly dateStyles: readonly boolean[];
}

interface Overview {
  readonly sheets: readonly Sheet[];
  readonly isSince1904: boolean;
  readonly sharedStringsPart: string | undefined;
  readonly stylesPart: string | undefined;
}

/** Returns the names of the sheets of a workbook. */
export async function listSheets(file: string, signal: AbortSignal, limits: TableLimits = tableLimits): Promise<readonly string[]> {
  const archive = await openArchive(file, signal, limits);
  try {
    return (await readOverview(archive, limits)).sheets.map(({ name }) => name);
  } finally {
    archive.close();
  }
}

/** Reads a workbook except for its sheets. */
export async function readWorkbook(archive: Archive, limits: TableLimits): Promise<Workbook> {
  const { sheets, isSince1904, sharedStringsPart, stylesPart } = await readOverview(archive, limits);
  const sharedStrings = createSharedStrings(limits);
  if (sharedStringsPart !== undefined && archive.has(sharedStringsPart)) {
    await readXmlWhole(await archive.read(sharedStringsPart), sharedStrings.handler, limits);
  }
  const dateStyles = stylesPart !== undefined && archive.has(stylesPart) ? await readDateStyles(archive, stylesPart, limits) : [];
  return { archive, sheets, isSince1904, sharedStrings, dateStyles };
}

/** Returns the sheet with a name, or the first if it is null. */
export function findSheet({ sheets }: Workbook, name: string | null): Sheet {
  const sheet = name === null ? sheets[0] : sheets.find((candidate) => candidate.name === name);
  if (sheet) return sheet;
  throw new TableStop({ kind: 'no-such-sheet', effect: 'stopped', sheet: name ?? '', sheets: sheets.map((candidate) => candidate.name) });
}

async function readOverview(archive: Archive, limits: TableLimits): Promise<Overview> {
  const roots = await readRelations(archive, '', limits);
  const workbook = roots.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const relations = await readRelations(archive, workbook, limits);
  const findPart = (relationType: string): string | undefined => relations.find(({ type }) => type === relationType)?.target;
  const sheets: Sheet[] = [];
  let isSince1904 = false;
  await readXmlWhole(
    await archive.read(workbook),
    {
      open: (name, attributes) => {
        if (name === 'workbookPr') isSince1904 = attributes['date1904'] === '1' || attributes['date1904'] === 'true';
        if (name !== 'sheet') return;
        const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
        const relation = relations.find((candidate) => candidate.id === id);
        // chart sheets have no cells
        if (relation?.type === 'worksheet') sheets.push({ name: attributes['name'] ?? '', part: relation.target });
        if (sheets.length > maxEntries) throw notAWorkbook(runsText.workbook.tooManySheets);
      },
    },
    limits,
  );
  if (sheets.length === 0) throw notAWorkbook(runsText.workbook.noSheets);
  return { sheets, isSince1904, sharedStringsPart: findPart('sharedStrings'), stylesPart: findPart('styles') };
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

const maxEntries = 10_000;

async function readRelations(archive: Archive, part: string, limits: TableLimits): Promise<readonly Relation[]> {
  const folder = path.dirname(part);
  const file = path.join(folder, '_rels', `${path.basename(part)}.rels`);
  const relations: Relation[] = [];
  if (!archive.has(file)) return relations;
  await readXmlWhole(
    await archive.read(file),
    {
      open: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
        if (name !== 'Relationship') return;
        if (relations.length === maxEntries) throw notAWorkbook(runsText.workbook.tooManyRelations);
        const resolved = target.startsWith('/') ? target.slice(1) : path.join(folder, target);
        relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: resolved });
      },
    },
    limits,
  );
  return relations;
}

/** The limit of Excel. */
const maxStyles = 65_490;

async function readDateStyles(archive: Archive, part: string, limits: TableLimits): Promise<readonly boolean[]> {
  const formats = new Map<string, string>();
  const dateStyles: boolean[] = [];
  let isInCellStyles = false;
  await readXmlWhole(
    await archive.read(part),
    {
      open: (name, attributes) => {
        if (name === 'cellXfs') isInCellStyles = true;
        else if (name === 'numFmt' && formats.size < maxStyles) formats.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '');
        else if (name === 'xf' && isInCellStyles && dateStyles.length < maxStyles) {
          const id = attributes['numFmtId'] ?? '0';
          dateStyles.push(isDateFormat(formats.get(id) ?? id));
        }
      },
      close: (name) => {
        if (name === 'cellXfs') isInCellStyles = false;
      },
    },
    limits,
  );
  return dateStyles;
}
