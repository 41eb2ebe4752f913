import { initSync, LiteParse, type LiteParseInit, type ParsedPage, type TextItem } from '@llamaindex/liteparse-wasm';
import type { PagePicture } from '../../../contract/documents.ts';
import type { Failure } from '../../../contract/failure.ts';
import { fail, failure } from '../../../contract/failures/fail.ts';
import { DocumentStop, type DocumentFile, type NewPart, type PartBatch } from '../document-types.ts';
import { formatPages } from '../format-pages.ts';
import type { CompiledModule } from '../load-pdf-module.ts';

/** Pages that are read at a time. Memory is that of so many, and progress is shown after them. */
const batchSize = 10;
const pictureDpi = 144;
const pointsPerInch = 72;

/** Reads the pages of a PDF in the order of reading, some at a time. */
export async function* readPdf(file: DocumentFile, module: CompiledModule): AsyncGenerator<PartBatch> {
  initSync({ module });
  const config = baseConfig(file);
  const parse = (more: LiteParseInit) => new LiteParse({ ...config, ...more }).parse(file.bytes);
  try {
    const session = await new LiteParse(config).openBatchSession(file.bytes, batchSize);
    const total = session.totalPages;
    if (total > file.limits.pages) throw new DocumentStop(fail('document-too-long', { name: file.name, most: file.limits.pages }));
    const unreadable: number[] = [];
    const garbled: number[] = [];
    const empty: number[] = [];
    let title = '';
    for (let batch = await session.nextBatch(); batch; batch = await session.nextBatch()) {
      const pages = new Map(batch.result.pages.map((page) => [page.pageNum, page]));
      for (const page of await readTurned(batch.result.pages, parse)) pages.set(page.pageNum, page);
      const parts: NewPart[] = [];
      for (let number = batch.startPage; number <= batch.endPage; number += 1) {
        const part = toPart(pages.get(number));
        parts.push(part);
        if (part.problem === 'unreadable') unreadable.push(number);
        if (part.problem === 'garbled') garbled.push(number);
        if (part.problem === 'empty') empty.push(number);
      }
      if (batch.startPage === 1) title = findTitle(pages.get(1));
      yield { parts, total, title };
    }
    const scanned = empty.length === 0 ? [] : await findScans(empty, parse);
    if (unreadable.length + garbled.length + empty.length === total)
      throw new DocumentStop(fail(whyNoText({ unreadable, garbled, scanned }), { name: file.name }));
    yield {
      parts: [],
      problems: [
        ...describe('document-pages-unreadable', unreadable),
        ...describe('document-pages-garbled', garbled),
        ...describe('document-pages-scanned', scanned),
      ],
    };
  } catch (error) {
    throw toStop(error, file);
  }
}

/** Draws a page, with the places of its text. */
export async function drawPage(file: DocumentFile, page: number, module: CompiledModule): Promise<PagePicture> {
  initSync({ module });
  try {
    const config = {
      ...baseConfig(file),
      outputFormat: 'json',
      targetPages: String(page),
      extractScreenshots: true,
      dpi: pictureDpi,
    } as const;
    const { pages, screenshots } = await new LiteParse(config).parse(file.bytes);
    const [text, picture] = [pages[0], screenshots[0]];
    if (!picture) throw new DocumentStop(fail('document-page-missing', { name: file.name, page }));
    return {
      png: Uint8Array.from(picture.imageBytes),
      width: (picture.width * pointsPerInch) / pictureDpi,
      height: (picture.height * pointsPerInch) / pictureDpi,
      boxes: (text?.textItems ?? []).map((item) => ({
        text: item.text,
        x: item.x,
        y: item.y,
        width: item.width,
        height: item.height,
        rotation: Math.round(item.rotation),
      })),
    };
  } catch (error) {
    throw toStop(error, file);
  }
}

function baseConfig({ password }: DocumentFile): LiteParseInit {
  return {
    ocrEnabled: false,
    quiet: true,
    outputFormat: 'markdown',
    imageMode: 'off',
    extractLinks: false,
    extractBlocks: true,
    extractFormFields: true,
    continueOnPageError: true,
    maxPages: 0xffff_ffff,
    password,
  };
}

function toPart(page: ParsedPage | undefined): NewPart {
  if (!page) return { heading: '', text: '', problem: 'unreadable' };
  const fields = (page.formFields ?? []).flatMap(({ name, value = '' }) => (value === '' ? [] : [`${name ?? ''}: ${value}`]));
  const body = page.textItems.length === 0 ? '' : page.markdown.trim() || page.text.trim(); // a blank page has the frame of a code block
  const text = [body, ...fields].filter((block) => block !== '').join('\n\n');
  const heading = page.blocks?.find(({ kind }) => kind === 'heading')?.text ?? '';
  if (text === '') return { heading, text, problem: 'empty' };
  return isGarbled(text) ? { heading: '', text: '', problem: 'garbled' } : { heading, text };
}

/** Characters that fonts without names for their glyphs become, and that a text hardly has. */
// oxlint-disable-next-line no-control-regex -- among them are control characters
const nameless = /[\0-\x08\x0e-\x1f\u02c6-\u02dd\ufffd\p{Co}\p{Cn}]/gu;

function isGarbled(text: string): boolean {
  return (text.match(nameless)?.length ?? 0) * 5 > text.replaceAll(/\s/g, '').length;
}

/** Reads the pages again whose text is turned by a right angle. It is left out of a page otherwise, like a stamp on its margin. */
async function readTurned(
  pages: readonly ParsedPage[],
  parse: (config: LiteParseInit) => ReturnType<LiteParse['parse']>,
): Promise<readonly ParsedPage[]> {
  const turned = pages.flatMap(({ pageNum: page, textItems }) => {
    const angle = [90, 180, 270].find(
      (each) => sumLengths(textItems.filter(({ rotation }) => Math.round(rotation) === each)) * 2 > sumLengths(textItems),
    );
    return angle === undefined ? [] : [{ page, angle }];
  });
  if (turned.length === 0) return [];
  return (await parse({ targetPages: turned.map(({ page }) => page).join(','), pageOrientationCorrections: turned })).pages;
}

function sumLengths(items: readonly TextItem[]): number {
  return items.reduce((sum, { text }) => sum + text.length, 0);
}

/** Returns the pages without text that have a picture. The others are blank. */
async function findScans(
  pages: readonly number[],
  parse: (config: LiteParseInit) => ReturnType<LiteParse['parse']>,
): Promise<readonly number[]> {
  const { pages: found } = await parse({ outputFormat: 'json', targetPages: pages.join(','), includeComplexity: true });
  return found
    .filter(
      ({ complexity }) =>
        complexity && (complexity.fullPageImage || complexity.imageCoverage > 0 || (complexity.uncoveredVectorArea ?? 0) > 0),
    )
    .map(({ pageNum }) => pageNum);
}

function findTitle(page: ParsedPage | undefined): string {
  const headings = (page?.blocks ?? []).filter(({ kind }) => kind === 'heading');
  const level = Math.min(...headings.map(({ level = 6 }) => level));
  return headings.find((heading) => heading.level === level)?.text ?? '';
}

function whyNoText({ unreadable, garbled, scanned }: Readonly<Record<'unreadable' | 'garbled' | 'scanned', readonly number[]>>) {
  if (garbled.length > 0) return 'document-garbled';
  if (scanned.length > 0) return 'document-scanned';
  return unreadable.length > 0 ? 'document-damaged' : 'document-without-text';
}

function describe(
  reason: 'document-pages-unreadable' | 'document-pages-garbled' | 'document-pages-scanned',
  pages: readonly number[],
): readonly Failure[] {
  return pages.length === 0 ? [] : [failure(reason, { pages: formatPages(pages), count: pages.length })];
}

function toStop(error: unknown, { name, password }: DocumentFile): unknown {
  const message = error instanceof Error ? error.message : '';
  if (!/PDF error|failed/.test(message)) return error;
  const isProtected = message.includes('password');
  return new DocumentStop(
    fail(isProtected ? (password === undefined ? 'document-password-missing' : 'document-password-wrong') : 'document-damaged', { name }),
  );
}
