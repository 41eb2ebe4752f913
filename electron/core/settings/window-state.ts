import path from 'node:path';
import * as z from 'zod';
import { openDocument, type StoredDocument } from '../shared/stored-document.ts';

/** Where the window was when it was closed; null before the first time. */
const windowPlaceSchema = z
  .object({
    x: z.number().int(),
    y: z.number().int(),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    isMaximized: z.boolean(),
  })
  .readonly()
  .nullable();
export type WindowState = z.infer<typeof windowPlaceSchema>;

/** Opens `window.json` in the data folder. */
export function openWindowState(folder: string): Promise<StoredDocument<WindowState>> {
  return openDocument<WindowState>({
    file: path.join(folder, 'window.json'),
    version: 1,
    schema: windowPlaceSchema,
    migrations: {},
    initial: null,
  });
}
