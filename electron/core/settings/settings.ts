import path from 'node:path';
import type { Result } from '../../contract/failure.ts';
import { defaultSettings, settingsSchema, type Settings, type SettingsChange } from '../../contract/settings.ts';
import type { EventBus } from '../shared/event-bus.ts';
import { openDocument, type DocumentProblem, type StoredDocument } from '../shared/stored-document.ts';
import * as z from 'zod';

/** What the user has chosen, on disk. */
export interface SettingsStore {
  readonly trouble: DocumentProblem | undefined;
  readonly read: () => Settings;
  readonly change: (change: SettingsChange) => Promise<Result<Settings>>;
  readonly settled: () => Promise<void>;
}

/** Opens `settings.json` in the data folder. */
export async function openSettings(folder: string, events: EventBus): Promise<SettingsStore> {
  const document = await openDocument({
    file: path.join(folder, 'settings.json'),
    version: 4,
    schema: settingsSchema,
    migrations: { 1: withNewParts, 2: withNewParts, 3: withNewWaits },
    initial: defaultSettings,
  });
  return {
    trouble: document.trouble,
    read: document.read,
    settled: document.settled,
    change: async (change) => {
      const saving = document.change((settings) => ({ ...settings, ...change }));
      events.emit('settings.changed', document.read());
      const saved = await saving;
      return saved.ok ? { ok: true, value: document.read() } : saved;
    },
  };
}

/** The fourth version added limits to the part that holds them. */
function withNewWaits(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('connection' in data) || typeof data.connection !== 'object') return data;
  return { ...data, connection: { ...defaultSettings.connection, ...data.connection } };
}

/** The versions before only added parts. */
function withNewParts(data: unknown): unknown {
  return typeof data === 'object' ? { ...defaultSettings, ...data } : data;
}

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
