import * as z from 'zod';
import { failureSchema } from './failure-schema.ts';

/** Kinds of documents that Causeway reads. A document's content decides which it is, not its name. */
const documentKindSchema = z.enum([
  'pdf',
  'docx',
  'pptx',
  'xlsx',
  'odt',
  'odp',
  'ods',
  'epub',
  'rtf',
  'html',
  'markdown',
  'latex',
  'notebook',
  'csv',
  'text',
]);
export type DocumentKind = z.infer<typeof documentKindSchema>;

/** A page, a slide or a section of a document, in reading order. */
const documentPartSchema = z
  .object({
    /** From 1. That of a page is its place in the file, whatever is printed on it. */
    number: z.number().int().positive(),
    /** Its first heading, or the rows of a table that it has. May be empty. */
    heading: z.string(),
    /** Headings, lists and tables are written as Markdown. Tables of data are written as CSV. */
    text: z.string(),
    /** Why it has no text that can be used. `empty` may be a blank page. */
    problem: z.enum(['unreadable', 'garbled', 'empty']).nullable(),
  })
  .readonly();
export type DocumentPart = z.infer<typeof documentPartSchema>;

/** A document that was read. Its parts come before it. */
const documentSchema = z
  .object({
    /** Its own title, or else its file's name without the ending. */
    title: z.string(),
    kind: documentKindSchema,
    unit: z.enum(['page', 'slide', 'section']),
    /** SHA-256 of the file, in hexadecimal digits. */
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    /** Size of the file. */
    bytes: z.number().int(),
    parts: z.number().int(),
    /** Size of its text. */
    characters: z.number().int(),
    /** An estimate. */
    tokens: z.number().int(),
    /** What the user should know: pages without text, another kind than the name says. */
    problems: z.array(failureSchema).readonly(),
  })
  .readonly();
export type ReadDocument = z.infer<typeof documentSchema>;

/** How far reading is. The number of parts is known beforehand for pages and slides only. */
export interface DocumentProgress {
  readonly done: number;
  readonly total: number | null;
}

/** A piece of text on a page, in points from the upper left corner. */
export interface TextBox {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Degrees, clockwise. */
  readonly rotation: number;
}

/** The picture of a page, and its text. */
export interface PagePicture {
  readonly png: Uint8Array;
  /** Size of the page in points. */
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly TextBox[];
}
