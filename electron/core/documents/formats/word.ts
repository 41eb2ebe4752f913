import { fail } from '../../../contract/failures/fail.ts';
import { openArchive, type Archive } from '../archive.ts';
import { DocumentStop, type DocumentFile, type PartBatch } from '../document-types.ts';
import { createFlow, type Flow } from '../flow.ts';
import { readRelations, readTitle, readXml, type XmlHandler } from '../xml.ts';

/** Content that is deleted by a tracked change, stored a second time, or no text. */
const hidden = new Set(['del', 'moveFrom', 'delText', 'instrText', 'Fallback', 'tabs', 'sectPr', 'rPrChange', 'pPrChange']);

/** Reads a Word document: headings, lists, tables, formulas, text boxes and notes, as they are after all tracked changes. */
export async function* readWord(file: DocumentFile): AsyncGenerator<PartBatch> {
  const archive = await openArchive(file);
  const main = (await readRelations(archive, '')).find(({ type }) => type === 'officeDocument')?.target ?? 'word/document.xml';
  const relations = await readRelations(archive, main);
  const find = (type: string): string => relations.find((relation) => relation.type === type)?.target ?? '';
  const levels = await readHeadingLevels(archive, find('styles'));
  const notes = new Map([
    ...(await readNotes(archive, find('footnotes'), 'footnote', levels)),
    ...(await readNotes(archive, find('endnotes'), 'endnote', levels)),
  ]);
  const document = await archive.read(main);
  if (!document) throw new DocumentStop(fail('document-damaged', { name: file.name }));
  const flow = createFlow();
  await readXml(document, createBody(flow, levels, notes));
  const parts = flow.end();
  yield { parts, title: (await readTitle(archive, 'docProps/core.xml')) || flow.title() };
}

function createBody(flow: Flow, levels: ReadonlyMap<string, number>, notes: ReadonlyMap<string, string>): XmlHandler {
  let hiddenDepth = 0;
  let isText = false;
  let style = '';
  let level: number | undefined;
  let list: number | undefined;
  return {
    open: (name, attributes) => {
      if (hidden.has(name) || hiddenDepth > 0) hiddenDepth += 1;
      if (hiddenDepth > 0) return;
      const { 'w:val': value = '', 'w:id': id = '' } = attributes;
      if (name === 't') isText = true;
      else if (name === 'tab') flow.text('\t');
      else if (name === 'br' || name === 'cr') flow.text('\n');
      else if (name === 'noBreakHyphen') flow.text('-');
      else if (name === 'pStyle') style = value;
      else if (name === 'outlineLvl') level = Number(value) + 1;
      else if (name === 'ilvl') list = Number(value);
      else if (name === 'tbl') flow.startTable();
      else if (name === 'tr') flow.startRow();
      else if (name === 'tc') flow.startCell();
      else if (name === 'footnoteReference' || name === 'endnoteReference') {
        flow.startNote();
        flow.text(notes.get(`${name.slice(0, -'Reference'.length)} ${id}`) ?? '');
        flow.endNote();
      }
    },
    close: (name) => {
      if (hiddenDepth > 0) {
        hiddenDepth -= 1;
        return;
      }
      if (name === 't') isText = false;
      else if (name === 'p') {
        const heading = level ?? levels.get(style);
        if (heading !== undefined && heading <= 9) flow.endHeading(heading);
        else flow.endParagraph(list === undefined ? '' : `${'  '.repeat(list)}- `);
        [style, level, list] = ['', undefined, undefined];
      } else if (name === 'tc') flow.endCell();
      else if (name === 'tbl') flow.endTable();
    },
    text: (text) => {
      if (isText && hiddenDepth === 0) flow.text(text);
    },
  };
}

/** Returns the levels of the styles that are headings, by id. */
async function readHeadingLevels(archive: Archive, part: string): Promise<ReadonlyMap<string, number>> {
  const levels = new Map<string, number>();
  let id = '';
  await readXml(await archive.readText(part), {
    open: (name, { 'w:styleId': style, 'w:val': value = '' }) => {
      if (name === 'style') id = style ?? '';
      const level = name === 'outlineLvl' ? Number(value) + 1 : name === 'name' ? Number(/^heading (\d)$/i.exec(value)?.[1]) : Number.NaN;
      if (level > 0) levels.set(id, level);
      if (name === 'name' && /^title$/i.test(value)) levels.set(id, 1);
    },
  });
  return levels;
}

/** Returns the texts of the notes. */
async function readNotes(
  archive: Archive,
  part: string,
  element: 'footnote' | 'endnote',
  levels: ReadonlyMap<string, number>,
): Promise<readonly (readonly [string, string])[]> {
  const notes: (readonly [string, string])[] = [];
  let id = '';
  let flow = createFlow();
  let body = createBody(flow, levels, new Map());
  await readXml(await archive.readText(part), {
    open: (name, attributes) => {
      if (name === element) {
        id = attributes['w:id'] ?? '';
        flow = createFlow();
        body = createBody(flow, levels, new Map());
      } else body.open?.(name, attributes);
    },
    close: (name) => {
      if (name === element)
        notes.push([
          `${element} ${id}`,
          flow
            .end()
            .map(({ text }) => text)
            .join(' ')
            .replaceAll(/\s+/g, ' '),
        ]);
      else body.close?.(name);
    },
    text: (text) => body.text?.(text),
  });
  return notes;
}
