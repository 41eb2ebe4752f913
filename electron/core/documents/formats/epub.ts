import path from 'node:path/posix';
import { fail } from '../../../contract/failures/fail.ts';
import { openArchive } from '../archive.ts';
import { DocumentStop, type DocumentFile, type PartBatch } from '../document-types.ts';
import { createFlow } from '../flow.ts';
import { readTitle, readXml } from '../xml.ts';
import { addHtml } from './html.ts';

/** Reads the chapters of a book in their order. */
export async function* readEpub(file: DocumentFile): AsyncGenerator<PartBatch> {
  const archive = await openArchive(file);
  if (archive.names.has('META-INF/rights.xml')) throw new DocumentStop(fail('document-encrypted', { name: file.name }));
  let main = '';
  await readXml(await archive.readText('META-INF/container.xml'), {
    open: (name, attributes) => {
      if (name === 'rootfile') main ||= attributes['full-path'] ?? '';
    },
  });
  const files = new Map<string, string>();
  const chapters: string[] = [];
  await readXml(await archive.readText(main), {
    open: (name, { id = '', href = '', idref = '' }) => {
      if (name === 'item') files.set(id, path.join(path.dirname(main), decodeAddress(href)));
      if (name === 'itemref') chapters.push(files.get(idref) ?? '');
    },
  });
  if (chapters.length === 0) throw new DocumentStop(fail('document-damaged', { name: file.name }));
  const title = await readTitle(archive, main);
  const flow = createFlow();
  for (const chapter of chapters) {
    addHtml(flow, await archive.readText(chapter));
    flow.endSection();
    yield { parts: flow.take(), title };
  }
  yield { parts: flow.end() };
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
