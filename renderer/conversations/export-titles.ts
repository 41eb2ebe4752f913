import type { ExportFormat } from '../../electron/contract/history.ts';

/** What each format is called. */
export const exportFormatTitles: Readonly<Record<ExportFormat, string>> = { markdown: 'Markdown', json: 'JSON', html: 'HTML', pdf: 'PDF' };
