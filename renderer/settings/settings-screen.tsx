import { useSession } from '../state/session.ts';
import { About } from './about.tsx';
import { Appearance } from './appearance.tsx';
import { BrowserSettings } from './browser-settings.tsx';
import { ChatSettings } from './chat-settings.tsx';
import { DesktopSettings } from './desktop-settings.tsx';
import { DataLocations } from './data-locations.tsx';
import './settings-screen.css';
import { ShortcutsTable, type ShortcutRow } from './shortcuts-table.tsx';
import { Timeouts } from './timeouts.tsx';

/** What the user can choose about the program, and what the program says about itself. */
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
