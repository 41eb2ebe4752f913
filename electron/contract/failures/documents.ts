import type { DocumentKind } from '../documents.ts';
import { text } from './define.ts';

const split = 'Save the pages you need as a document of their own, then add that.';
const useImages = 'Add its pages as images for a model that can see them, or run text recognition on it first.';

const kindTitles: Readonly<Partial<Record<string, string>>> = {
  pdf: 'a PDF',
  docx: 'a Word document',
  pptx: 'a PowerPoint presentation',
  xlsx: 'an Excel workbook',
  odt: 'an OpenDocument text',
  odp: 'an OpenDocument presentation',
  ods: 'an OpenDocument spreadsheet',
  epub: 'an EPUB book',
  rtf: 'an RTF document',
  html: 'a web page',
  markdown: 'a Markdown text',
  latex: 'a LaTeX text',
  notebook: 'a Jupyter notebook',
  csv: 'a CSV table',
  text: 'a text',
} satisfies Record<DocumentKind, string>;

type Pages = { readonly pages: string; readonly count: number };

const pagesAre = ({ pages, count }: Pages, one: string, many: string): string =>
  count === 1 ? `Page ${pages} ${one}.` : `Pages ${pages} ${many}.`;

/** Failures of reading documents, and problems of those that were read. */
export const documentFailures = {
  'document-locked': text('storage', 'Another program is using {name}.', 'Close it there, then try again.'),
  'document-drive-unreachable': text('storage', 'The drive with {name} can’t be reached.', 'Connect it again, then try again.'),
  'document-changed': text('storage', '{name} has changed since it was added.', 'Add it again to use its new content.'),
  'document-kind-unknown': text(
    'unsupported',
    '{name} isn’t a kind of document that Causeway can read.',
    'Save it as PDF, Word or plain text, then add that.',
  ),
  'document-is-image': text('unsupported', '{name} is an image, whatever its name says.', 'Attach it as an image instead.'),
  'document-is-archive': text('unsupported', '{name} is an archive.', 'Extract it, then add its files.'),
  'document-old-office': text(
    'unsupported',
    '{name} is in the format of Office before 2007.',
    'Save it as DOCX, XLSX, PPTX or PDF, then add that.',
  ),
  'document-password-missing': text('invalid-input', '{name} is protected by a password.', 'Enter its password.'),
  'document-password-wrong': text('invalid-input', 'This password doesn’t open {name}.', 'Check the password, then try again.'),
  'document-encrypted': text(
    'unsupported',
    '{name} is protected by a password.',
    'Open it in its own program and save it without a password, then add that.',
  ),
  'document-damaged': text('invalid-input', '{name} is damaged.', 'Open it in its own program and save it again, then add that.'),
  'document-scanned': text('invalid-input', '{name} has pictures of its pages, but no text.', useImages),
  'document-garbled': text(
    'invalid-input',
    'The text of {name} is unreadable, because its fonts don’t say which characters they show.',
    useImages,
  ),
  'document-without-text': text('invalid-input', '{name} has no text.', 'Choose another document.'),
  'document-unpacks-too-large': text(
    'invalid-input',
    '{name} unpacks to more than Causeway reads.',
    'Save it as PDF, or only the parts you need, then add that.',
  ),
  'document-too-long': text('invalid-input', '{name} has more than {most} pages.', split),
  'document-text-too-long': text('invalid-input', '{name} has more than {millions} million characters.', split),
  'document-too-slow': text(
    'invalid-input',
    ({ name, part }: { readonly name: string; readonly part: number }) =>
      part === 0 ? `${name} takes too long to read.` : `${name} takes too long to read after part ${part}.`,
    split,
  ),
  'document-too-much-memory': text('invalid-input', '{name} takes more memory to read than Causeway allows.', split),
  'document-page-missing': text('invalid-input', '{name} has no page {page}.', 'Choose another page.'),

  'document-other-kind': text(
    'invalid-input',
    ({ name, kind }: { readonly name: string; readonly kind: DocumentKind }) =>
      `${name} is ${kindTitles[kind] ?? kind}, whatever its name says.`,
    '',
  ),
  'document-pages-unreadable': text(
    'invalid-input',
    (params: Pages) => pagesAre(params, 'is damaged', 'are damaged'),
    'Open the document in its own program and save it again, or ask without them.',
  ),
  'document-pages-scanned': text(
    'invalid-input',
    (params: Pages) => pagesAre(params, 'is a picture without text', 'are pictures without text'),
    'Attach pages without text as images, for a model that sees images.',
  ),
  'document-pages-garbled': text(
    'invalid-input',
    (params: Pages) => pagesAre(params, 'has unreadable text', 'have unreadable text'),
    'Attach pages without text as images, for a model that sees images.',
  ),
};
