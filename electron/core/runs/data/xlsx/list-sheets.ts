import path from 'node:path/posix';
import { runsText } from '../../text.ts';
import { tableLimits, type TableLimits } from '../table-types.ts';
import { notAWorkbook, openArchive, type Archive } from './open-archive.ts';

/** Returns the names of a workbook's sheets with cells. */
export async function listSheets(source: string | Buffer, limits: TableLimits = tableLimits): Promise<readonly string[]> {
  const archive = await openArchive(source, limits);
  try {
    const roots = await readRelations(archive, '');
    const workbook = roots.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
    const relations = await readRelations(archive, workbook);
    const sheets = findElements((await archive.readText(workbook)) ?? '', 'sheet').filter((attributes) => {
      const id = [...attributes].find(([name]) => name.endsWith(':id'))?.[1];
      // chart sheets have no cells
      return relations.some((relation) => relation.id === id && relation.type === 'worksheet');
    });
    if (sheets.length === 0) throw notAWorkbook(runsText.workbook.noSheets);
    return sheets.map((attributes) => attributes.get('name') ?? '');
  } finally {
    archive.close();
  }
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
