import { strToU8, zipSync, type Zippable } from 'fflate';

/** Writes an archive of text parts. */
export function writeArchive(parts: Readonly<Record<string, string>>): Uint8Array {
  const files: Zippable = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
  return zipSync(files);
}

const relation = (id: string, type: string, target: string, mode = ''): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" ${mode}/>`;
const relations = (...each: readonly string[]): string => `<Relationships>${each.join('')}</Relationships>`;
const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
const core = (title: string): string => `<cp:coreProperties><dc:title>${title}</dc:title></cp:coreProperties>`;

/** Writes a Word document. Its notes are by id. External references are to an address. */
export function writeDocx(
  body: string,
  { title = '', notes = {}, address = '' }: { title?: string; notes?: Readonly<Record<string, string>>; address?: string } = {},
) {
  const external =
    address === ''
      ? []
      : ['attachedTemplate', 'image', 'oleObject', 'subDocument'].map((type, at) =>
          relation(`x${at}`, type, `${address}/${type}`, 'TargetMode="External"'),
        );
  return writeArchive({
    '[Content_Types].xml': types,
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'word/document.xml')),
    'docProps/core.xml': core(title),
    'word/document.xml': `<?xml version="1.0"?>${address === '' ? '' : `<!DOCTYPE d SYSTEM "${address}/dtd">`}<w:document><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(
      relation('s', 'styles', 'styles.xml'),
      relation('f', 'footnotes', 'footnotes.xml'),
      ...external,
    ),
    'word/styles.xml':
      '<w:styles><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="Titel"><w:name w:val="Title"/></w:style></w:styles>',
    'word/footnotes.xml': `<w:footnotes>${Object.entries(notes)
      .map(([id, text]) => `<w:footnote w:id="${id}">${paragraph(text)}</w:footnote>`)
      .join('')}</w:footnotes>`,
  });
}

/** A paragraph of Word. */
export function paragraph(text: string, properties = ''): string {
  return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

interface Slide {
  readonly title: string;
  readonly lines: readonly string[];
  readonly notes?: string;
}

/** Writes a presentation. Its slides are stored in the opposite order. */
export function writePptx(slides: readonly Slide[]): Uint8Array {
  const shape = (type: string, lines: readonly string[]): string =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`;
  const file = (index: number): number => slides.length - index;
  const parts = slides.flatMap(({ title, lines, notes }, index) => [
    [`ppt/slides/slide${file(index)}.xml`, `<p:sld>${shape('title', [title])}${shape('body', lines)}${shape('sldNum', ['7'])}</p:sld>`],
    [
      `ppt/slides/_rels/slide${file(index)}.xml.rels`,
      notes === undefined ? relations() : relations(relation('n', 'notesSlide', `../notesSlides/notes${index}.xml`)),
    ],
    ...(notes === undefined
      ? []
      : [[`ppt/notesSlides/notes${index}.xml`, `<p:notes>${shape('body', [notes])}${shape('sldNum', ['7'])}</p:notes>`]]),
  ]);
  return writeArchive({
    '[Content_Types].xml': types,
    '_rels/.rels': relations(relation('r1', 'officeDocument', '/ppt/presentation.xml')),
    'ppt/presentation.xml': `<p:presentation>${slides.map((_, index) => `<p:sldId r:id="s${index}"/>`).join('')}</p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ...slides.map((_, index) => relation(`s${index}`, 'slide', `slides/slide${file(index)}.xml`)),
    ),
    ...(Object.fromEntries(parts) as Record<string, string>),
  });
}

/** Writes an OpenDocument text or presentation. */
export function writeOpenDocument(kind: 'text' | 'presentation', body: string, title = ''): Uint8Array {
  return writeArchive({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content><office:body>${body}</office:body></office:document-content>`,
    'meta.xml': `<office:document-meta><dc:title>${title}</dc:title></office:document-meta>`,
    'META-INF/manifest.xml': '<manifest:manifest/>',
  });
}

/** Writes a book. Its chapters are listed in the opposite order, which only the spine corrects. */
export function writeEpub(title: string, chapters: readonly string[]): Uint8Array {
  return writeArchive({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package><metadata><dc:title>${title}</dc:title></metadata><manifest>${chapters
      .map((_, index) => `<item id="c${index}" href="chapter%20${index}.xhtml"/>`)
      .toReversed()
      .join('')}</manifest><spine>${chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(chapters.map((chapter, index) => [`OEBPS/chapter ${index}.xhtml`, `<html><body>${chapter}</body></html>`])),
  });
}
