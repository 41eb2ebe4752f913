import path from 'node:path';
import type { Result } from '../../contract/failure.ts';
import { defaultSettings, settingsSchema, type Settings, type SettingsChange } from '../../contract/settings.ts';
import type { EventBus } from '../shared/event-bus.ts';
import { openDocument, type ReportInvalid, type StoredDocument } from '../shared/stored-document.ts';
import * as z from 'zod';

/** The user's settings, on disk. */
export type SettingsStore = Awaited<ReturnType<typeof openSettings>>;

/** Opens `settings.json` in the data folder. */
export async function openSettings(folder: string, events: EventBus, onInvalid?: ReportInvalid) {
  const document = await openDocument({
    file: path.join(folder, 'settings.json'),
    version: 1,
    schema: settingsSchema,
    initial: defaultSettings,
    onInvalid,
  });
  return {
    problem: document.problem,
    read: document.read,
    settled: document.settled,
    change: async (change: SettingsChange): Promise<Result<Settings>> => {
      const saving = document.change((settings) => ({ ...settings, ...change }));
      events.emit('settings.changed', document.read());
      const saved = await saving;
      return saved.ok ? { ok: true, value: document.read() } : saved;
    },
  };
}

/** The bounds of the window when it was closed, or null before the first time. */
const windowStateSchema = z
  .object({
    x: z.number().int(),
    y: z.number().int(),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    isMaximized: z.boolean(),
  })
  .readonly()
  .nullable();
export type WindowState = z.infer<typeof windowStateSchema>;

/** Opens `window.json` in the data folder. */
export function openWindowState(folder: string, onInvalid?: ReportInvalid): Promise<StoredDocument<WindowState>> {
  return openDocument<WindowState>({
    file: path.join(folder, 'window.json'),
    version: 1,
    schema: windowStateSchema,
    initial: null,
    onInvalid,
  });
}
