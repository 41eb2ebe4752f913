import * as z from 'zod';

export const themes = ['system', 'light', 'dark'] as const;

const theme = z.enum(themes);
const sidebar = z.object({ isOpen: z.boolean(), width: z.number().int().min(180).max(480) }).readonly();
const chat = z
  .object({
    /** The key that sends; the other of the two begins a new line. */
    sendsWith: z.enum(['enter', 'mod-enter']),
    /** Thinking is shown open while it goes on. */
    opensThinking: z.boolean(),
    /** The model gives new conversations their titles. */
    makesTitles: z.boolean(),
  })
  .readonly();
const desktop = z
  .object({
    /** What closing the window does; `ask` until the user has been asked once. */
    onClose: z.enum(['ask', 'keep-running', 'quit']),
    startsAtLogin: z.boolean(),
    /** Looks for updates; only in builds that name a feed. */
    looksForUpdates: z.boolean(),
  })
  .readonly();

/** What the user has chosen about the program itself. */
export const settingsSchema = z.object({ theme, sidebar, chat, desktop }).readonly();
export type Settings = z.infer<typeof settingsSchema>;

/** A change names only what changes. */
export const settingsChangeSchema = z
  .strictObject({
    theme: theme.exactOptional(),
    sidebar: sidebar.exactOptional(),
    chat: chat.exactOptional(),
    desktop: desktop.exactOptional(),
  })
  .readonly();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

export const defaultSettings: Settings = {
  theme: 'system',
  sidebar: { isOpen: true, width: 260 },
  chat: { sendsWith: 'enter', opensThinking: false, makesTitles: true },
  desktop: { onClose: 'ask', startsAtLogin: false, looksForUpdates: false },
};
