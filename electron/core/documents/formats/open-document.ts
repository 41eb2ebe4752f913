import { fail } from '../../../contract/failures/fail.ts';
import { openArchive } from '../archive.ts';
import { DocumentStop, type DocumentFile, type NewPart, type PartBatch } from '../document-types.ts';
import { createFlow } from '../flow.ts';
import { readTitle, readXml } from '../xml.ts';

/** Content that is deleted by a tracked change, no text, or repeated on every page. */
const hidden = new Set(['tracked-changes', 'annotation', 'note-citation', 'sequence-decls', 'forms', 'automatic-styles', 'master-styles']);

/** Reads an OpenDocument text or presentation: headings, lists, tables, notes; slides with the speaker's notes. */
export async function* readOpenDocument(file: DocumentFile, kind: 'odt' | 'odp'): AsyncGenerator<PartBatch> {
  const archive = await openArchive(file);
  const content = await archive.read('content.xml');
  if (!content) throw new DocumentStop(fail('document-damaged', { name: file.name }));
  if ((await archive.readText('META-INF/manifest.xml')).includes('encryption-data'))
    throw new DocumentStop(fail('document-encrypted', { name: file.name }));
  const slides: NewPart[] = [];
  let flow = createFlow();
  let [hiddenDepth, listDepth] = [0, 0];
  let isTitle = false;
  let textDepth = 0;
  const headings: number[] = [];
  await readXml(content, {
    open: (name, attributes) => {
      if (hidden.has(name) || hiddenDepth > 0) hiddenDepth += 1;
      if (hiddenDepth > 0) return;
      if (name === 'p' || name === 'h') textDepth += 1;
      else if (name === 'list') listDepth += 1;
      else if (name === 's') flow.text(' '.repeat(Math.min(Number(attributes['text:c'] ?? 1), 100)));
      else if (name === 'tab') flow.text('\t');
      else if (name === 'line-break') flow.text('\n');
      else if (name === 'table') flow.startTable();
      else if (name === 'table-row') flow.startRow();
      else if (name === 'table-cell') flow.startCell();
      else if (name === 'note') flow.startNote();
      else if (name === 'page') flow = createFlow();
      else if (name === 'frame') isTitle = attributes['presentation:class'] === 'title';
      else if (name === 'notes') flow.text('Notes: ');
      if (name === 'h') headings.push(Number(attributes['text:outline-level'] ?? 1));
    },
    close: (name) => {
      if (hiddenDepth > 0) {
        hiddenDepth -= 1;
        return;
      }
      if (name === 'p' || name === 'h') textDepth -= 1;
      if (name === 'h') flow.endHeading(headings.pop() ?? 1);
      else if (name === 'p') {
        if (flow.isInNote()) flow.text(' ');
        else if (isTitle) flow.endHeading(1);
        else flow.endParagraph(listDepth === 0 ? '' : `${'  '.repeat(listDepth - 1)}- `);
      } else if (name === 'list') listDepth -= 1;
      else if (name === 'table-cell') flow.endCell();
      else if (name === 'table') flow.endTable();
      else if (name === 'note') flow.endNote();
      else if (name === 'frame') isTitle = false;
      else if (name === 'page' && kind === 'odp') {
        const text = flow
          .end()
          .map((part) => part.text)
          .join('\n\n');
        slides.push({ heading: flow.title(), text, problem: text === '' ? 'empty' : null });
      }
    },
    text: (text) => {
      if (textDepth > 0 && hiddenDepth === 0) flow.text(text.replaceAll(/\s+/g, ' '));
    },
  });
  const title = await readTitle(archive, 'meta.xml');
  if (kind === 'odp') yield { parts: slides, total: slides.length, title: title || (slides[0]?.heading ?? '') };
  else {
    const parts = flow.end();
    yield { parts, title: title || flow.title() };
  }
}
