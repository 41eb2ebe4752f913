import { openArchive, type Archive } from '../archive.ts';
import type { DocumentFile, NewPart, PartBatch } from '../document-types.ts';
import { createFlow } from '../flow.ts';
import { readRelations, readTitle, readXml } from '../xml.ts';

/** Reads the slides of a presentation in their order, with their tables and the speaker's notes. */
export async function* readPowerPoint(file: DocumentFile): AsyncGenerator<PartBatch> {
  const archive = await openArchive(file);
  const main = (await readRelations(archive, '')).find(({ type }) => type === 'officeDocument')?.target ?? 'ppt/presentation.xml';
  const targets = new Map((await readRelations(archive, main)).map(({ id, target }) => [id, target]));
  const slides: string[] = [];
  await readXml(await archive.readText(main), {
    open: (name, attributes) => {
      if (name === 'sldId') slides.push(targets.get(attributes['r:id'] ?? '') ?? '');
    },
  });
  let title = await readTitle(archive, 'docProps/core.xml');
  for (const slide of slides) {
    const notes = (await readRelations(archive, slide)).find(({ type }) => type === 'notesSlide')?.target;
    const part = await readSlide(archive, slide, notes);
    title ||= part.heading;
    yield { parts: [part], total: slides.length, title };
  }
}

async function readSlide(archive: Archive, slide: string, notes: string | undefined): Promise<NewPart> {
  const flow = createFlow();
  const heading = await readShapes(archive, slide, flow);
  if (notes !== undefined) {
    const spoken = createFlow();
    await readShapes(archive, notes, spoken, 'body');
    const text = spoken
      .end()
      .map((part) => part.text)
      .join('\n\n');
    if (text !== '') flow.addBlock(`Notes: ${text}`);
  }
  const text = flow
    .end()
    .map((part) => part.text)
    .join('\n\n');
  return { heading, text, problem: text === '' ? 'empty' : null };
}

/** Titles are shapes of these types. Numbers and dates that every slide repeats are left out. */
const titles = new Set(['title', 'ctrTitle']);
const repeated = new Set(['sldNum', 'dt', 'ftr', 'hdr']);

/** Reads the shapes of a slide, or only those of one type. Returns its title. */
async function readShapes(archive: Archive, part: string, flow: ReturnType<typeof createFlow>, only?: string): Promise<string> {
  let type = '';
  let isText = false;
  let isSkipped = only !== undefined;
  let depth = 0;
  await readXml(await archive.readText(part), {
    open: (name, attributes) => {
      if (name === 'sp') [type, isSkipped] = ['', only !== undefined];
      else if (name === 'ph') {
        type = attributes['type'] ?? '';
        isSkipped = repeated.has(type) || (only !== undefined && type !== only);
      } else if (name === 'pPr') depth = Number(attributes['lvl'] ?? 0);
      else if (name === 't') isText = true;
      else if (name === 'br') flow.text('\n');
      else if (name === 'tbl') flow.startTable();
      else if (name === 'tr') flow.startRow();
      else if (name === 'tc') flow.startCell();
    },
    close: (name) => {
      if (name === 't') isText = false;
      else if (name === 'p') {
        if (titles.has(type)) flow.endHeading(1);
        else flow.endParagraph(depth > 0 ? `${'  '.repeat(depth - 1)}- ` : '');
        depth = 0;
      } else if (name === 'tc') flow.endCell();
      else if (name === 'tbl') flow.endTable();
      else if (name === 'sp') [type, isSkipped] = ['', only !== undefined];
    },
    text: (text) => {
      if (isText && !isSkipped) flow.text(text);
    },
  });
  return flow.title();
}
