import type { ExportFormat } from '../../electron/contract/history.ts';

/** The formats in the order they are offered. */
export const exportFormats = ['markdown', 'json', 'html', 'pdf'] as const satisfies readonly ExportFormat[];

/** What each is called. */
export const exportFormatTitles: Readonly<Record<ExportFormat, string>> = { markdown: 'Markdown', json: 'JSON', html: 'HTML', pdf: 'PDF' };
