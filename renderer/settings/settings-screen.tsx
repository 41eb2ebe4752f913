import { Monitor, Moon, Sun } from 'lucide-react';
import { themes } from '../../electron/contract/constants.ts';
import { useSession } from '../state/session.ts';
import { About, DataLocations } from './about.tsx';
import { BrowserSettings, DesktopSettings } from './desktop-settings.tsx';
import { ChatSettings } from './chat-settings.tsx';
import { SectionLinks } from './section-links.tsx';
import { Timeouts } from './timeouts.tsx';
import { useStore } from '../state/store.ts';
import { themeTitles } from '../shared/labels.ts';
import { ChoiceRow, SettingsSection, type SectionName } from './settings-section.tsx';
import { settingsText } from './text.ts';
import { Kbd } from '../ui/shortcut.tsx';
import './settings-screen.css';

const desktopSections: readonly SectionName[] = ['appearance', 'chat', 'timeouts', 'desktop', 'shortcuts', 'dataLocations', 'about'];
const browserSections: readonly SectionName[] = desktopSections.map((name) => (name === 'desktop' ? 'browser' : name));

/** All settings, and information about the program. */
export function SettingsScreen({ shortcuts }: { readonly shortcuts: readonly ShortcutRow[] }) {
  const isDesktop = useSession().info.shell === 'desktop';
  return (
    <div className="settings-frame">
      <div className="settings">
        <SectionLinks sections={isDesktop ? desktopSections : browserSections} />
        <div className="settings-sections stack">
          <Appearance />
          <ChatSettings />
          <Timeouts />
          {isDesktop ? <DesktopSettings /> : <BrowserSettings />}
          <ShortcutsTable rows={shortcuts} />
          <DataLocations />
          <About />
        </div>
      </div>
    </div>
  );
}

const icons = { system: <Monitor aria-hidden />, light: <Sun aria-hidden />, dark: <Moon aria-hidden /> } as const;

function Appearance() {
  const { settings, changeSettings } = useSession();
  const { theme } = useStore(settings);
  const { theme: text } = settingsText.appearance;
  return (
    <SettingsSection name="appearance">
      <ChoiceRow
        label={text.label}
        description={text.hint}
        options={themes.map((value) => ({ value, label: themeTitles[value], icon: icons[value] }))}
        value={theme}
        onChange={(value) => {
          void changeSettings({ theme: value });
        }}
      />
    </SettingsSection>
  );
}

/** One command and the keys that run it. */
export interface ShortcutRow {
  readonly title: string;
  readonly keys: readonly string[];
}

function ShortcutsTable({ rows }: { readonly rows: readonly ShortcutRow[] }) {
  const text = settingsText.shortcuts;
  return (
    <SettingsSection name="shortcuts">
      <div className="settings-table-row">
        <table className="settings-table small" aria-label={text.title}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{text.command}</th>
              <th scope="col">{text.keys}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ title, keys }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>
                  <Kbd keys={keys} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SettingsSection>
  );
}
