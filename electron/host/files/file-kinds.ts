import type { FileKind } from '../dialogs/dialogs.ts';

/** The kinds of file that are saved and opened. */
export const kinds = {
  json: { name: 'JSON', extensions: ['json'] },
  zip: { name: 'Zip archive', extensions: ['zip'] },
  markdown: { name: 'Markdown', extensions: ['md'] },
  html: { name: 'Web page', extensions: ['html'] },
  pdf: { name: 'PDF', extensions: ['pdf'] },
  ndjson: { name: 'JSON lines', extensions: ['ndjson'] },
  har: { name: 'HTTP archive', extensions: ['har'] },
  certificates: { name: 'Certificates', extensions: ['pem', 'crt', 'cer'] },
  any: { name: 'All files', extensions: ['*'] },
} as const satisfies Record<string, FileKind>;
