import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { themes } from '../../electron/contract/constants.ts';
import { themeTitles } from '../shared/labels.ts';
import type { Session } from '../state/session.ts';
import { type Shortcut, matchesShortcut } from '../ui/shortcut.tsx';
import { sectionInfo, sections, type Section } from './sections.ts';
import { layoutText } from './text.ts';

const text = layoutText.commands;

/** An action available anywhere in the window. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly keywords?: readonly string[];
  readonly shortcut?: Shortcut;
  /** The only section where the shortcut works. Defaults to all of them. */
  readonly section?: Section;
  readonly run: () => void;
}

/** Actions of the layout. */
export interface LayoutActions {
  /** Shows a section and focuses it. */
  readonly goTo: (section: Section) => void;
  /** Shows a section without moving the focus. */
  readonly show: (section: Section) => void;
  /** Shows the sidebar. A section without one is left for Chat. */
  readonly showSidebar: () => void;
  /** Shows or hides the sidebar. A section without one is left for Chat. */
  readonly toggleSidebar: () => void;
  readonly togglePalette: () => void;
  /** Opens the help for the current section. */
  readonly openHelp: () => void;
}

/** Creates the layout's commands. Palette, shortcuts and the table in Settings use this list and those of the features. */
export function createCommands({ changeSettings, showLogs, saveDiagnostics, info }: Session, actions: LayoutActions): readonly Command[] {
  return [
    ...sections.map((section) => ({
      id: `go-${section}`,
      title: text.goTo(sectionInfo[section].title),
      group: text.groups.go,
      shortcut: sectionInfo[section].shortcut,
      run: () => actions.goTo(section),
    })),
    {
      id: 'open-palette',
      title: text.palette,
      group: text.groups.view,
      shortcut: { key: 'k' },
      run: actions.togglePalette,
    },
    {
      id: 'toggle-sidebar',
      ...text.toggleSidebar,
      group: text.groups.view,
      shortcut: { key: 'b' },
      run: actions.toggleSidebar,
    },
    ...themes.map((theme) => ({
      id: `theme-${theme}`,
      title: text.theme.title(themeTitles[theme]),
      group: text.groups.view,
      keywords: text.theme.keywords,
      run: () => void changeSettings({ theme }),
    })),
    {
      id: 'open-help',
      ...text.help,
      group: text.groups.help,
      shortcut: { key: 'F1', isAlone: true },
      run: actions.openHelp,
    },
    {
      id: 'show-places',
      ...text.dataLocations,
      group: text.groups.help,
      run: () => {
        // a frame may come before React has rendered the section
        flushSync(() => actions.goTo('settings'));
        document.getElementById('places-heading')?.scrollIntoView();
      },
    },
    // The folder is on the computer that runs the program, which may not be the browser's.
    ...(info.shell === 'desktop'
      ? [
          {
            id: 'show-logs',
            ...text.showLogs,
            group: text.groups.help,
            run: () => void showLogs(),
          },
        ]
      : []),
    {
      id: 'save-diagnostics',
      ...text.supportBundle,
      group: text.groups.help,
      run: () => void saveDiagnostics(),
    },
  ];
}

/** Runs the commands of all sections and of the current one by their shortcuts, wherever the focus is, if `canRun` allows it. */
export function useShortcuts(
  commands: readonly Command[],
  {
    section: current,
    isMac,
    canRun,
  }: { readonly section: Section; readonly isMac: boolean; readonly canRun: (command: Command) => boolean },
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return;
    const command = commands.find(
      ({ shortcut, section = current }) => section === current && shortcut !== undefined && matchesShortcut(event, shortcut, isMac),
    );
    if (command === undefined) return;
    // Also prevents the accelerator of the application menu from running it a second time.
    event.preventDefault();
    if (canRun(command)) command.run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
