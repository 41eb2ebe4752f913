import * as z from 'zod';
import { imageSide, sidebarWidth, themes, timeoutLimits } from './constants.ts';

const theme = z.enum(themes);
const whole = ({ min, max }: { readonly min: number; readonly max: number }) => z.number().int().min(min).max(max);
const sidebar = z
  .object({
    isOpen: z.boolean(),
    width: whole(sidebarWidth),
    /** Unset until the user decides. Then folders are shown if there are any. */
    areFoldersOpen: z.boolean().exactOptional(),
  })
  .readonly();
const chat = z
  .object({
    /** The key that sends. The other one starts a new line. */
    sendsWith: z.enum(['enter', 'mod-enter']),
    /** Whether reasoning is expanded while it streams. */
    opensThinking: z.boolean(),
    /** Whether the model generates titles of new conversations. */
    makesTitles: z.boolean(),
    /** Images are made smaller until their longer side has this many pixels. */
    imageSide: whole(imageSide),
    /** Whether tools are offered in a request with images, which some models can't take. */
    offersToolsWithImages: z.boolean(),
  })
  .readonly();
const desktop = z
  .object({
    /** What closing the window does. `ask` until the user has answered once. */
    onClose: z.enum(['ask', 'keep-running', 'quit']),
    startsAtLogin: z.boolean(),
    /** Whether to check for updates, in builds with a feed. */
    looksForUpdates: z.boolean(),
  })
  .readonly();

const connection = z
  .object({
    /** Time until the service accepts a connection. With a tunnel, it starts once the tunnel is up. */
    connectSeconds: whole(timeoutLimits.connectSeconds),
    /** Time a request waits for a tunnel that is down or suspect. A tunnel that was never up has `connectSeconds`. */
    tunnelWaitSeconds: whole(timeoutLimits.tunnelWaitSeconds),
    /** How long an unresponsive SSH connection is kept for the active answers over it. */
    silenceMinutes: whole(timeoutLimits.silenceMinutes),
    /** Time until an answer starts. An answer that isn't streamed starts when it is complete. */
    firstByteSeconds: whole(timeoutLimits.firstByteSeconds),
    /** Time between two chunks of an answer. */
    idleSeconds: whole(timeoutLimits.idleSeconds),
    /** The tunnel is closed after this idle time until it is needed. Null keeps it open. */
    tunnelIdleMinutes: whole(timeoutLimits.tunnelIdleMinutes).nullable(),
  })
  .readonly();

/** The user's settings of the program. */
export const settingsSchema = z
  .object({
    theme,
    sidebar,
    chat,
    connection,
    desktop,
    /** The version whose window was last open. Another one shows its release notes. */
    lastVersion: z.string().exactOptional(),
  })
  .readonly();
export type Settings = z.infer<typeof settingsSchema>;

/** A change contains only the changed fields. */
export const settingsChangeSchema = z
  .strictObject({
    theme: theme.exactOptional(),
    sidebar: sidebar.exactOptional(),
    chat: chat.exactOptional(),
    connection: connection.exactOptional(),
    desktop: desktop.exactOptional(),
    lastVersion: z.string().exactOptional(),
  })
  .readonly();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** Settings until the user changes them. */
export const defaultSettings: Settings = {
  theme: 'system',
  sidebar: { isOpen: true, width: sidebarWidth.initial },
  chat: { sendsWith: 'enter', opensThinking: false, makesTitles: true, imageSide: imageSide.initial, offersToolsWithImages: false },
  connection: {
    connectSeconds: 15,
    tunnelWaitSeconds: 180,
    silenceMinutes: 15,
    firstByteSeconds: 1800,
    idleSeconds: 120,
    tunnelIdleMinutes: null,
  },
  desktop: { onClose: 'ask', startsAtLogin: false, looksForUpdates: false },
};
