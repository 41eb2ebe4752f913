import * as z from 'zod';

export const themes = ['system', 'light', 'dark'] as const;

const theme = z.enum(themes);
const sidebar = z.object({ isOpen: z.boolean(), width: z.number().int().min(180).max(480) }).readonly();

/** What the user has chosen about the program itself. */
export const settingsSchema = z.object({ theme, sidebar }).readonly();
export type Settings = z.infer<typeof settingsSchema>;

/** A change names only what changes. */
export const settingsChangeSchema = z.strictObject({ theme: theme.exactOptional(), sidebar: sidebar.exactOptional() }).readonly();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

export const defaultSettings: Settings = { theme: 'system', sidebar: { isOpen: true, width: 260 } };
