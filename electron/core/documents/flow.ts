import { formatTable } from './format-table.ts';
import type { NewPart } from './document-types.ts';

/** A section ends at the next paragraph. Longer ones would be of no use as something to choose. */
const maxSectionLength = 20_000;
/** Sections of deeper headings belong to that of the heading above. */
const maxSectionLevel = 3;

/** Collects running text as Markdown, in sections that begin at its headings. */
export function createFlow() {
  let finished: NewPart[] = [];
  let blocks: string[] = [];
  let length = 0;
  let heading = '';
  let hasBody = false;
  let inline = '';
  let title = '';
  const notes: string[] = [];
  const outer: string[] = [];
  const tables: { rows: string[][]; cell: string[] | undefined }[] = [];

  const endSection = (): void => {
    const text = blocks.join('\n\n');
    if (text !== '') finished.push({ heading, text });
    blocks = [];
    length = 0;
    hasBody = false;
  };
  const addBlock = (block: string): void => {
    if (block === '') return;
    const table = tables.at(-1);
    if (table) {
      table.cell?.push(block);
      return;
    }
    if (length > maxSectionLength) endSection();
    blocks.push(block);
    length += block.length;
    hasBody = true;
  };
  /** A section with headings alone has the first of them. */
  const startSection = (text: string, level: number): void => {
    if (level > maxSectionLevel || tables.length > 0) return;
    if (hasBody) endSection();
    if (blocks.length === 0) heading = text;
  };
  const takeInline = (keepsLines = false): string => {
    const text = keepsLines ? inline : inline.replaceAll(/[^\S\n\t]+/g, ' ').replaceAll(/ ?\n ?/g, '\n');
    inline = '';
    return keepsLines ? text.replaceAll(/^\n+|\s+$/g, '') : text.trim();
  };

  return {
    text: (text: string): void => {
      inline += text;
    },
    /** Ends a paragraph or an item of a list. */
    endParagraph: (prefix = ''): void => {
      const text = takeInline();
      if (text !== '') addBlock(prefix + text);
    },
    /** Ends a paragraph that keeps its lines, such as code. */
    endCode: (language = ''): void => {
      const text = takeInline(true);
      if (text !== '') addBlock(`\`\`\`${language}\n${text}\n\`\`\``);
    },
    endHeading: (level: number): void => {
      const text = takeInline().replaceAll('\n', ' ');
      if (text === '') return;
      if (title === '') title = text;
      startSection(text, level);
      const wasBody = hasBody;
      addBlock(`${'#'.repeat(Math.min(Math.max(level, 1), 6))} ${text}`);
      hasBody = wasBody;
    },
    addBlock,
    startSection,
    startTable: (): void => {
      tables.push({ rows: [], cell: undefined });
    },
    startRow: (): void => void tables.at(-1)?.rows.push([]),
    startCell: (): void => {
      const table = tables.at(-1);
      if (table) table.cell = [];
    },
    endCell: (): void => {
      const table = tables.at(-1);
      if (!table) return;
      const last = takeInline();
      table.rows.at(-1)?.push([...(table.cell ?? []), ...(last === '' ? [] : [last])].join(' '));
      table.cell = undefined;
    },
    endTable: (): void => {
      const rows = tables.pop()?.rows.filter((row) => row.length > 0) ?? [];
      if (rows.length > 0) addBlock(tables.length > 0 ? rows.map((row) => row.join(' ')).join(' ') : formatTable(rows));
    },
    /** Begins a note, which is written where the document ends. */
    startNote: (): void => {
      outer.push(inline);
      inline = '';
    },
    isInNote: () => outer.length > 0,
    endNote: (): void => {
      notes.push(takeInline());
      inline = `${outer.pop() ?? ''}[^${notes.length}]`;
    },
    /** Begins a section that has no heading of its own, such as a chapter of a book. */
    endSection: (): void => {
      endSection();
      heading = '';
    },
    title: () => title,
    /** Returns the sections that are complete. */
    take: (): readonly NewPart[] => {
      const taken = finished;
      finished = [];
      return taken;
    },
    end: (): readonly NewPart[] => {
      const text = takeInline();
      if (text !== '') addBlock(text);
      for (const [index, note] of notes.entries()) addBlock(`[^${index + 1}]: ${note}`);
      endSection();
      return finished;
    },
  };
}
export type Flow = ReturnType<typeof createFlow>;
