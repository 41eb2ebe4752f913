import { useMemo, useState, type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { sidebarWidth } from '../../electron/contract/constants.ts';
import { useEvent } from '../bridge/bridge.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { CommandPalette } from '../ui/search-list.tsx';
import { Drawer } from '../ui/dialog.tsx';
import { shortcutKeys } from '../ui/shortcut.tsx';
import { SplitPane } from '../ui/split-pane.tsx';
import { createCommands, type Command, type LayoutActions, useShortcuts } from './command.ts';
import { MainArea } from './main-area.tsx';
import { sectionInfo, type Section } from './sections.ts';
import { NavigationRail } from './navigation-rail.tsx';
import { useExternalLinks } from '../state/open-link.ts';
import './layout.css';
import { layoutText } from './text.ts';
import { FlaskConical } from 'lucide-react';

// Toasts are dialogs too, but not modal ones.
const openModalSelector = ':is([role="dialog"], [role="alertdialog"]):not([aria-modal="false"])';
const narrowWindowQuery = '(max-width: 719px)';

/** Props that the layout passes to a screen. */
export interface ScreenProps {
  readonly actions: LayoutActions;
  readonly shortcuts: readonly { readonly title: string; readonly keys: readonly string[] }[];
}

/** Lays out rail, sidebar, main area and status bar, and runs the commands that move between them. */
export function AppLayout({
  renderScreen,
  renderSidebar,
  getHeading,
  createFeatureCommands,
  renderStatus,
  onHelp,
  help,
}: {
  readonly renderScreen: (section: Section, props: ScreenProps) => ReactNode;
  readonly renderSidebar: (section: Section, actions: LayoutActions) => ReactNode;
  /** Returns the heading of a section, or undefined for the section's own title. */
  readonly getHeading: (section: Section, actions: LayoutActions) => { readonly title: string; readonly aside?: ReactNode } | undefined;
  /** Creates the commands of the features. Must be a stable function. */
  readonly createFeatureCommands: (actions: LayoutActions) => readonly Command[];
  /** Renders the features' part of the status bar. Must be a stable function. */
  readonly renderStatus: (actions: LayoutActions) => ReactNode;
  /** Opens the help for a section. Must be a stable function. */
  readonly onHelp: (section: Section) => void;
  /** The help panel, beside the main area. */
  readonly help: ReactNode;
}) {
  const session = useSession();
  const { sidebar } = useStore(session.settings);
  const { isMac } = session;
  const isNarrow = useMediaQuery(narrowWindowQuery);
  const [section, setSection] = useState<Section>('chat');
  const [focusRequest, setFocusRequest] = useState(1);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  // In a narrow window the sidebar is a drawer, and the saved state applies to wider windows only.
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { hasSidebar } = sectionInfo[section];
  const isSidebarShown = hasSidebar && (isNarrow ? isDrawerOpen : sidebar.isOpen);

  const { commands, actions } = useMemo(() => {
    const showSidebar = () => {
      const current = session.settings.read().sidebar;
      if (!hasSidebar) setSection('chat');
      if (window.matchMedia(narrowWindowQuery).matches) setDrawerOpen(true);
      else if (!current.isOpen) void session.changeSettings({ sidebar: { ...current, isOpen: true } });
    };
    const layoutActions: LayoutActions = {
      goTo: (target) => {
        setSection(target);
        setDrawerOpen(false);
        setFocusRequest((count) => count + 1);
      },
      show: (target) => {
        setSection(target);
        setDrawerOpen(false);
      },
      showSidebar,
      toggleSidebar: () => {
        const current = session.settings.read().sidebar;
        if (!hasSidebar) {
          showSidebar();
          // The focus was in the section that is left.
          setFocusRequest((count) => count + 1);
        } else if (window.matchMedia(narrowWindowQuery).matches) setDrawerOpen((isOpen) => !isOpen);
        else {
          // Hiding the sidebar removes the focused element.
          if (document.querySelector('.ui-split-start :focus') !== null) setFocusRequest((count) => count + 1);
          void session.changeSettings({ sidebar: { ...current, isOpen: !current.isOpen } });
        }
      },
      togglePalette: () => setPaletteOpen((isOpen) => !isOpen),
      openHelp: () => onHelp(section),
    };
    return { actions: layoutActions, commands: [...createFeatureCommands(layoutActions), ...createCommands(session, layoutActions)] };
  }, [session, createFeatureCommands, hasSidebar, onHelp, section]);
  const commandsWithKeys = useMemo(
    () => commands.map((command) => ({ ...command, keys: command.shortcut && shortcutKeys(command.shortcut, isMac) })),
    [commands, isMac],
  );

  const canRun = ({ id }: Command): boolean => {
    // Modal overlays come first. The palette and the drawer close by their own keys.
    if (isPaletteOpen) return id === 'open-palette';
    if (isNarrow && isSidebarShown) return id === 'toggle-sidebar';
    return document.querySelector(openModalSelector) === null;
  };
  useShortcuts(commands, { section, isMac, canRun });
  useExternalLinks(session.openLink, session.report);
  useEvent(session.bridge.on, 'window.command', (id) => {
    const command = commands.find((each) => each.id === id);
    // The drawer and popovers hold no input, and a click in the menu doesn't close them.
    const mayRun = document.querySelector(`${openModalSelector}:not(.ui-drawer, .ui-popover)`) === null;
    if (command !== undefined && (mayRun || canRun(command))) command.run();
  });

  const status = useMemo(() => <StatusBar>{renderStatus(actions)}</StatusBar>, [renderStatus, actions]);
  const heading = getHeading(section, actions);
  const shortcuts = commandsWithKeys.flatMap(({ title, section: only, keys }) =>
    keys === undefined ? [] : [{ title: only === undefined ? title : layoutText.commands.inSection(title, sectionInfo[only].title), keys }],
  );
  return (
    <div className="layout">
      <header className="layout-header">
        <SkipLinks hasSidebar={isSidebarShown && !isNarrow} />
        <NavigationRail
          section={section}
          onSection={setSection}
          isSidebarOpen={hasSidebar ? isSidebarShown : undefined}
          actions={actions}
          isMac={isMac}
        />
      </header>
      <SplitPane
        label={layoutText.sidebar.width}
        startLabel={layoutText.sidebar.label}
        size={sidebar.width}
        limits={sidebarWidth}
        defaultSize={sidebarWidth.initial}
        isStartShown={isSidebarShown && !isNarrow}
        onResize={(width) => void session.changeSettings({ sidebar: { ...session.settings.read().sidebar, isOpen: true, width } })}
        start={renderSidebar(section, actions)}
        end={
          <MainArea
            name={section}
            title={heading?.title ?? sectionInfo[section].title}
            aside={heading?.aside}
            focusRequest={focusRequest}
            onHelp={actions.openHelp}
          >
            {renderScreen(section, { shortcuts, actions })}
          </MainArea>
        }
      />
      {help}
      {status}
      <Drawer isOpen={isNarrow && isSidebarShown} onOpenChange={setDrawerOpen} label={layoutText.sidebar.label}>
        {renderSidebar(section, actions)}
      </Drawer>
      <CommandPalette
        isOpen={isPaletteOpen}
        onOpenChange={setPaletteOpen}
        items={commandsWithKeys.filter(({ id }) => id !== 'open-palette')}
      />
    </div>
  );
}

/** Links past the rail for keyboard users. Visible only while focused. */
function SkipLinks({ hasSidebar }: { readonly hasSidebar: boolean }) {
  return (
    <div className="skip-links">
      <SkipLink target="main">{layoutText.skip.main}</SkipLink>
      {hasSidebar && <SkipLink target="sidebar">{layoutText.skip.sidebar}</SkipLink>}
    </div>
  );
}

function SkipLink({ target, children }: { readonly target: string; readonly children: string }) {
  return (
    <a
      href={`#${target}`}
      onClick={(event) => {
        // Keeps the window's URL unchanged.
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {children}
    </a>
  );
}

/** Subscribes to a media query. Returns whether it matches. */
function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** The bar at the bottom of the window. */
function StatusBar({ children }: { readonly children: ReactNode }) {
  const { info } = useSession();
  return (
    <footer className="status-bar row muted tiny">
      {children}
      {info.shell === 'desktop' && !info.isOfficialRuntime && (
        <p className="status-bar-caution row" title={layoutText.standIn}>
          <FlaskConical aria-hidden />
          <span>{layoutText.standIn}</span>
        </p>
      )}
      <p className="status-bar-version">{layoutText.version(info.version)}</p>
    </footer>
  );
}
