import { MessagesSquare, Settings2, Waypoints, type LucideIcon } from 'lucide-react';
import type { Shortcut } from '../ui/shortcut.ts';

/** The window's sections, in their order. */
export const sections = ['chat', 'connection', 'settings'] as const;
export type Section = (typeof sections)[number];

/** How each section is named, drawn and reached. */
export const sectionFaces: Readonly<Record<Section, { readonly title: string; readonly Icon: LucideIcon; readonly shortcut: Shortcut }>> = {
  chat: { title: 'Chat', Icon: MessagesSquare, shortcut: { key: '1' } },
  connection: { title: 'Connection', Icon: Waypoints, shortcut: { key: '2' } },
  settings: { title: 'Settings', Icon: Settings2, shortcut: { key: '3' } },
};
