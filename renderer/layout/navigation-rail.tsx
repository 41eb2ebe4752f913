import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { memo } from 'react';
import { IconButton, Tooltip } from '../ui/button.tsx';
import { ariaShortcut, shortcutKeys, type Shortcut } from '../ui/shortcut.tsx';
import type { LayoutActions } from './command.ts';
import { sectionInfo, sections, type Section } from './sections.ts';
import './layout.css';
import { layoutText } from './text.ts';

/** The sections, and buttons for the palette and the sidebar. */
export const NavigationRail = memo(function NavigationRail({
  section,
  onSection,
  isSidebarOpen,
  actions,
  isMac,
}: {
  readonly section: Section;
  readonly onSection: (section: Section) => void;
  /** Undefined in a section without a sidebar. */
  readonly isSidebarOpen: boolean | undefined;
  readonly actions: LayoutActions;
  readonly isMac: boolean;
}) {
  const hint = (shortcut: Shortcut) => ({
    keys: shortcutKeys(shortcut, isMac),
    'aria-keyshortcuts': ariaShortcut(shortcut, isMac),
  });
  return (
    <div className="rail column">
      <nav aria-label={layoutText.sections.label}>
        <ul className="rail-sections column plain-list">
          {sections.map((name) => {
            const { title, Icon, shortcut } = sectionInfo[name];
            const { keys, ...aria } = hint(shortcut);
            return (
              <li key={name}>
                <Tooltip text={title} keys={keys} side="right">
                  <button
                    type="button"
                    className="rail-section stack muted medium"
                    aria-current={name === section ? 'page' : undefined}
                    onClick={() => onSection(name)}
                    {...aria}
                  >
                    <Icon aria-hidden />
                    {title}
                  </button>
                </Tooltip>
              </li>
            );
          })}
        </ul>
      </nav>
      <div className="rail-tools stack">
        {isSidebarOpen !== undefined && (
          <IconButton
            label={isSidebarOpen ? layoutText.sidebar.hide : layoutText.sidebar.show}
            icon={isSidebarOpen ? <PanelLeftClose aria-hidden /> : <PanelLeftOpen aria-hidden />}
            tooltipSide="right"
            onClick={actions.toggleSidebar}
            {...hint({ key: 'b' })}
          />
        )}
        <IconButton
          label={layoutText.commands.palette}
          icon={<Search aria-hidden />}
          tooltipSide="right"
          onClick={actions.togglePalette}
          {...hint({ key: 'k' })}
        />
      </div>
    </div>
  );
});
