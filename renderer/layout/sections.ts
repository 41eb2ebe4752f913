import { BookMarked, MessagesSquare, Settings2, Table2, TextCursorInput, Waypoints, Wrench, type LucideIcon } from 'lucide-react';
import type { Shortcut } from '../ui/shortcut.tsx';

/** The window's sections, in their order. */
export const sections = ['chat', 'complete', 'runs', 'library', 'tools', 'connection', 'settings'] as const;
export type Section = (typeof sections)[number];

/** Title, icon and shortcut of each section. */
export const sectionInfo: Readonly<Record<Section, { readonly title: string; readonly Icon: LucideIcon; readonly shortcut: Shortcut }>> = {
  chat: { title: 'Chat', Icon: MessagesSquare, shortcut: { key: '1' } },
  complete: { title: 'Complete', Icon: TextCursorInput, shortcut: { key: '2' } },
  runs: { title: 'Runs', Icon: Table2, shortcut: { key: '3' } },
  library: { title: 'Library', Icon: BookMarked, shortcut: { key: '4' } },
  tools: { title: 'Tools', Icon: Wrench, shortcut: { key: '5' } },
  connection: { title: 'Connection', Icon: Waypoints, shortcut: { key: '6' } },
  settings: { title: 'Settings', Icon: Settings2, shortcut: { key: '7' } },
};
