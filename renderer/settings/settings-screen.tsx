import { Monitor, Moon, Sun } from 'lucide-react';
import { themes } from '../../electron/contract/constants.ts';
import { useSession } from '../state/session.ts';
import { About, DataLocations } from './about.tsx';
import { BrowserSettings, DesktopSettings } from './desktop-settings.tsx';
import { ChatSettings } from './chat-settings.tsx';
import { Timeouts } from './timeouts.tsx';
import { useStore } from '../state/store.ts';
import { themeTitles } from '../shared/labels.ts';
import { ChoiceRow, SettingsSection } from './settings-section.tsx';
import { Kbd } from '../ui/shortcut.tsx';
import './settings-screen.css';

/** All settings, and information about the program. */
export function SettingsScreen({ shortcuts }: { readonly shortcuts: readonly ShortcutRow[] }) {
  const { info } = useSession();
  return (
    <div className="settings">
      <Appearance />
      <ChatSettings />
      <Timeouts />
      {info.shell === 'desktop' ? <DesktopSettings /> : <BrowserSettings />}
      <About />
      <DataLocations />
      <ShortcutsTable rows={shortcuts} />
    </div>
  );
}

const icons = { system: <Monitor aria-hidden />, light: <Sun aria-hidden />, dark: <Moon aria-hidden /> } as const;

function Appearance() {
  const { settings, changeSettings } = useSession();
  const { theme } = useStore(settings);
  return (
    <SettingsSection title="Appearance">
      <ChoiceRow
        label="Theme"
        description="System follows the light or dark setting of this computer."
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
  return (
    <SettingsSection title="Keyboard shortcuts">
      <table className="settings-table" aria-label="Keyboard shortcuts">
        <thead>
          <tr>
            <th scope="col">Command</th>
            <th scope="col">Keys</th>
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
    </SettingsSection>
  );
}
