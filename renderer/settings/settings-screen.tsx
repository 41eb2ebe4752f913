import { About } from './about.tsx';
import { Appearance } from './appearance.tsx';
import './settings-screen.css';
import { ShortcutsTable, type ShortcutRow } from './shortcuts-table.tsx';

/** What the user can choose about the program, and what the program says about itself. */
export function SettingsScreen({ shortcuts }: { readonly shortcuts: readonly ShortcutRow[] }) {
  return (
    <div className="settings">
      <Appearance />
      <About />
      <ShortcutsTable rows={shortcuts} />
    </div>
  );
}
