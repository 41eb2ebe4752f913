import { useMemo, useState, type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { sidebarWidth } from '../../electron/contract/constants.ts';
import { useEvent } from '../bridge/bridge.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { CommandPalette } from '../ui/command-palette.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { shortcutKeys } from '../ui/shortcut.tsx';
import { SplitPane } from '../ui/split-pane.tsx';
import { createCommands, type Command, type LayoutActions, useShortcuts } from './command.ts';
import { MainArea } from './main-area.tsx';
import { sectionInfo, type Section } from './sections.ts';
import { NavigationRail } from './navigation-rail.tsx';
import { StatusBar } from './status-bar.tsx';
import { useExternalLinks } from '../state/open-link.ts';
import './app-layout.css';

// Toasts are dialogs too, but not modal ones.
const openModal = ':is([role="dialog"], [role="alertdialog"]):not([aria-modal="false"])';
const narrowWindow = '(max-width: 719px)';

/** What a screen of a section gets from the frame. */
export interface ScreenProps {
  readonly actions: LayoutActions;
  readonly shortcuts: readonly { readonly title: string; readonly keys: readonly string[] }[];
}

/** The window's skeleton: rail, sidebar, main area and status bar, and the commands that move between them. */
export function AppLayout({
  renderScreen,
  renderSidebar,
  headingOf,
  createFeatureCommands,
  renderStatus,
}: {
  readonly renderScreen: (section: Section, props: ScreenProps) => ReactNode;
  readonly renderSidebar: (section: Section, actions: LayoutActions) => ReactNode;
  /** What stands above a section, where its own name would say too little. */
  readonly headingOf: (section: Section) => { readonly title: string; readonly aside?: ReactNode } | undefined;
  /** Makes the commands that features bring; must stay the same function. */
  readonly createFeatureCommands: (actions: LayoutActions) => readonly Command[];
  /** What the features show at the window's foot; must stay the same function. */
  readonly renderStatus: (actions: LayoutActions) => ReactNode;
}) {
  const session = useSession();
  const { sidebar } = useStore(session.settings);
  const { isMac } = session;
  const isNarrow = useMediaQuery(narrowWindow);
  const [section, setSection] = useState<Section>('chat');
  const [focusRequest, setFocusRequest] = useState(1);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  // Beside a narrow main area there is no room: there the sidebar is a drawer, and the kept state waits for a wider window.
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const isSidebarShown = isNarrow ? isDrawerOpen : sidebar.isOpen;

  const { commands, actions } = useMemo(() => {
    const frameActions: LayoutActions = {
      goTo: (target) => {
        setSection(target);
        setDrawerOpen(false);
        setFocusRequest((count) => count + 1);
      },
      show: (target) => {
        setSection(target);
        setDrawerOpen(false);
      },
      showSidebar: () => {
        const current = session.settings.read().sidebar;
        if (window.matchMedia(narrowWindow).matches) setDrawerOpen(true);
        else if (!current.isOpen) void session.changeSettings({ sidebar: { ...current, isOpen: true } });
      },
      toggleSidebar: () => {
        const current = session.settings.read().sidebar;
        if (window.matchMedia(narrowWindow).matches) setDrawerOpen((isOpen) => !isOpen);
        else void session.changeSettings({ sidebar: { ...current, isOpen: !current.isOpen } });
      },
      togglePalette: () => {
        setPaletteOpen((isOpen) => !isOpen);
      },
    };
    return { actions: frameActions, commands: [...createFeatureCommands(frameActions), ...createCommands(session, frameActions)] };
  }, [session, createFeatureCommands]);
  const keyed = useMemo(
    () => commands.map((command) => ({ ...command, keys: command.shortcut && shortcutKeys(command.shortcut, isMac) })),
    [commands, isMac],
  );

  useShortcuts(commands, isMac, ({ id }) => {
    // What lies over the window is answered first; the palette and the drawer close by their own keys.
    if (isPaletteOpen) return id === 'open-palette';
    if (isNarrow && isDrawerOpen) return id === 'toggle-sidebar';
    return document.querySelector(openModal) === null;
  });
  useExternalLinks(session.openLink, session.report);
  useEvent(session.bridge.on, 'window.command', (id) => commands.find((command) => command.id === id)?.run());

  const status = useMemo(() => <StatusBar>{renderStatus(actions)}</StatusBar>, [renderStatus, actions]);
  const heading = headingOf(section);
  const shortcuts = keyed.flatMap(({ title, keys }) => (keys === undefined ? [] : [{ title, keys }]));
  return (
    <div className="frame">
      <header className="frame-header">
        <SkipLinks hasSidebar={!isNarrow && sidebar.isOpen} />
        <NavigationRail section={section} onSection={setSection} isSidebarOpen={isSidebarShown} actions={actions} isMac={isMac} />
      </header>
      <SplitPane
        label="Sidebar width"
        startLabel="Conversations"
        size={sidebar.width}
        limits={sidebarWidth}
        defaultSize={sidebarWidth.initial}
        isStartShown={sidebar.isOpen && !isNarrow}
        onResize={(width) => {
          void session.changeSettings({ sidebar: { ...session.settings.read().sidebar, isOpen: true, width } });
        }}
        start={renderSidebar(section, actions)}
        end={
          <MainArea name={section} title={heading?.title ?? sectionInfo[section].title} aside={heading?.aside} focusRequest={focusRequest}>
            {renderScreen(section, { shortcuts, actions })}
          </MainArea>
        }
      />
      {status}
      <Drawer isOpen={isNarrow && isDrawerOpen} onOpenChange={setDrawerOpen} label="Conversations">
        {renderSidebar(section, actions)}
      </Drawer>
      <CommandPalette isOpen={isPaletteOpen} onOpenChange={setPaletteOpen} items={keyed.filter(({ id }) => id !== 'open-palette')} />
    </div>
  );
}

/** Shortcuts past the rail for those who walk by the Tab key; seen only while focused. */
function SkipLinks({ hasSidebar }: { readonly hasSidebar: boolean }) {
  return (
    <div className="skip-links">
      <SkipLink target="main">Skip to main content</SkipLink>
      {hasSidebar && <SkipLink target="sidebar">Skip to conversations</SkipLink>}
    </div>
  );
}

function SkipLink({ target, children }: { readonly target: string; readonly children: string }) {
  return (
    <a
      href={`#${target}`}
      onClick={(event) => {
        // The address of the window stays what it is.
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {children}
    </a>
  );
}

/** Whether the window matches a media query, now and as it changes. */
function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => {
        list.removeEventListener('change', listener);
      };
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
