import * as z from 'zod';

/** How the window may look; `system` follows the desktop. */
export const themes = ['system', 'light', 'dark'] as const;

const theme = z.enum(themes);
const sidebar = z
  .object({
    isOpen: z.boolean(),
    width: z.number().int().min(180).max(480),
    /** Left out until the user has decided: they are shown where there are any. */
    areFoldersOpen: z.boolean().exactOptional(),
  })
  .readonly();
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

const seconds = (min: number, max: number) => z.number().int().min(min).max(max);
const connection = z
  .object({
    /** Until the service has taken a connection; through the tunnel, from when that is up. */
    connectSeconds: seconds(2, 300),
    /** Until a tunnel that is down or in doubt can take a request; one that has never been up has `connectSeconds`. */
    tunnelWaitSeconds: seconds(2, 7200),
    /** A connection to the instance that does not answer is kept for so long, for the answers under way over it. */
    silenceMinutes: z.number().int().min(1).max(120),
    /** Until an answer begins; one that does not stream begins when it is whole. */
    firstByteSeconds: seconds(5, 7200),
    /** Between two pieces of an answer. */
    idleSeconds: seconds(5, 7200),
    /** Without use for so long, the tunnel is taken down until it is needed; null leaves it up. */
    tunnelIdleMinutes: z.number().int().min(1).max(1440).nullable(),
  })
  .readonly();

/** What the user has chosen about the program itself. */
export const settingsSchema = z.object({ theme, sidebar, chat, connection, desktop }).readonly();
export type Settings = z.infer<typeof settingsSchema>;

/** A change names only what changes. */
export const settingsChangeSchema = z
  .strictObject({
    theme: theme.exactOptional(),
    sidebar: sidebar.exactOptional(),
    chat: chat.exactOptional(),
    connection: connection.exactOptional(),
    desktop: desktop.exactOptional(),
  })
  .readonly();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** As it is until the user changes something. */
export const defaultSettings: Settings = {
  theme: 'system',
  sidebar: { isOpen: true, width: 260 },
  chat: { sendsWith: 'enter', opensThinking: false, makesTitles: true },
  connection: {
    connectSeconds: 15,
    tunnelWaitSeconds: 180,
    silenceMinutes: 15,
    firstByteSeconds: 600,
    idleSeconds: 120,
    tunnelIdleMinutes: null,
  },
  desktop: { onClose: 'ask', startsAtLogin: false, looksForUpdates: false },
};
