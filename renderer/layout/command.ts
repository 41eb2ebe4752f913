import { useEffect, useEffectEvent } from 'react';
import { themes } from '../../electron/contract/constants.ts';
import { themeTitles } from '../shared/labels.ts';
import type { Session } from '../state/session.ts';
import { type Shortcut, matchesShortcut } from '../ui/shortcut.tsx';
import { sectionInfo, sections, type Section } from './sections.ts';

/** An action available anywhere in the window. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly keywords?: readonly string[];
  readonly shortcut?: Shortcut;
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
}

/** Creates the layout's commands. Palette, shortcuts and the table in Settings use this list and those of the features. */
export function createCommands({ changeSettings, support, info }: Session, actions: LayoutActions): readonly Command[] {
  return [
    ...sections.map((section) => ({
      id: `go-${section}`,
      title: `Go to ${sectionInfo[section].title}`,
      group: 'Go',
      shortcut: sectionInfo[section].shortcut,
      run: () => {
        actions.goTo(section);
      },
    })),
    {
      id: 'open-palette',
      title: 'Command palette',
      group: 'View',
      shortcut: { key: 'k' },
      run: actions.togglePalette,
    },
    {
      id: 'toggle-sidebar',
      title: 'Show or hide the sidebar',
      group: 'View',
      keywords: ['toggle', 'conversations'],
      shortcut: { key: 'b' },
      run: actions.toggleSidebar,
    },
    ...themes.map((theme) => ({
      id: `theme-${theme}`,
      title: `Use the ${themeTitles[theme].toLowerCase()} theme`,
      group: 'View',
      keywords: ['appearance', 'colour', 'color', 'mode'],
      run: () => {
        void changeSettings({ theme });
      },
    })),
    {
      id: 'show-places',
      title: 'Where are my data?',
      group: 'Help',
      keywords: ['files', 'folder', 'privacy', 'secrets'],
      run: () => {
        actions.goTo('settings');
        requestAnimationFrame(() => document.getElementById('places-heading')?.scrollIntoView());
      },
    },
    // The folder is on the computer that runs the program, which may not be the browser's.
    ...(info.shell === 'desktop'
      ? [
          {
            id: 'show-logs',
            title: 'Show logs',
            group: 'Help',
            keywords: ['folder', 'trouble'],
            run: () => void support.showLogs(),
          },
        ]
      : []),
    {
      id: 'save-diagnostics',
      title: 'Save diagnostics bundle…',
      group: 'Help',
      keywords: ['report', 'bug', 'support'],
      run: () => void support.saveDiagnostics(),
    },
  ];
}

/** Runs commands by their shortcuts, wherever the focus is, if `canRun` allows it. */
export function useShortcuts(commands: readonly Command[], isMac: boolean, canRun: (command: Command) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return;
    const command = commands.find(({ shortcut }) => shortcut !== undefined && matchesShortcut(event, shortcut, isMac));
    if (command === undefined) return;
    // Also prevents the accelerator of the application menu from running it a second time.
    event.preventDefault();
    if (canRun(command)) command.run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      onKeyDown(event);
    };
    window.addEventListener('keydown', listener);
    return () => {
      window.removeEventListener('keydown', listener);
    };
  }, []);
}
