import * as z from 'zod';
import { sidebarWidth, themes, timeoutLimits } from './constants.ts';

const theme = z.enum(themes);
const whole = ({ min, max }: { readonly min: number; readonly max: number }) => z.number().int().min(min).max(max);
const sidebar = z
  .object({
    isOpen: z.boolean(),
    width: whole(sidebarWidth),
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

const connection = z
  .object({
    /** Until the service has taken a connection; through the tunnel, from when that is up. */
    connectSeconds: whole(timeoutLimits.connectSeconds),
    /** Until a tunnel that is down or in doubt can take a request; one that has never been up has `connectSeconds`. */
    tunnelWaitSeconds: whole(timeoutLimits.tunnelWaitSeconds),
    /** A connection to the instance that does not answer is kept for so long, for the answers under way over it. */
    silenceMinutes: whole(timeoutLimits.silenceMinutes),
    /** Until an answer begins; one that does not stream begins when it is whole. */
    firstByteSeconds: whole(timeoutLimits.firstByteSeconds),
    /** Between two pieces of an answer. */
    idleSeconds: whole(timeoutLimits.idleSeconds),
    /** Without use for so long, the tunnel is taken down until it is needed; null leaves it up. */
    tunnelIdleMinutes: whole(timeoutLimits.tunnelIdleMinutes).nullable(),
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
  sidebar: { isOpen: true, width: sidebarWidth.initial },
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
