import { BookMarked, MessagesSquare, Settings2, Table2, NotebookPen, Waypoints, Wrench, type LucideIcon } from 'lucide-react';
import { layoutText } from './text.ts';
import type { Shortcut } from '../ui/shortcut.tsx';

/** The window's sections, in their order. */
export const sections = ['chat', 'notebook', 'runs', 'library', 'tools', 'connection', 'settings'] as const;
export type Section = (typeof sections)[number];

interface SectionInfo {
  readonly title: string;
  readonly Icon: LucideIcon;
  readonly shortcut: Shortcut;
  /** Whether the list of conversations is shown beside the screen. */
  readonly hasSidebar: boolean;
}

/** Title, icon, shortcut and sidebar of each section. */
export const sectionInfo: Readonly<Record<Section, SectionInfo>> = {
  chat: { title: layoutText.sections.chat, Icon: MessagesSquare, shortcut: { key: '1' }, hasSidebar: true },
  notebook: { title: layoutText.sections.notebook, Icon: NotebookPen, shortcut: { key: '2' }, hasSidebar: true },
  runs: { title: layoutText.sections.runs, Icon: Table2, shortcut: { key: '3' }, hasSidebar: false },
  library: { title: layoutText.sections.library, Icon: BookMarked, shortcut: { key: '4' }, hasSidebar: false },
  tools: { title: layoutText.sections.tools, Icon: Wrench, shortcut: { key: '5' }, hasSidebar: false },
  connection: { title: layoutText.sections.connection, Icon: Waypoints, shortcut: { key: '6' }, hasSidebar: false },
  settings: { title: layoutText.sections.settings, Icon: Settings2, shortcut: { key: '7' }, hasSidebar: false },
};
