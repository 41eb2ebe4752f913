import { Monitor, Moon, Sun } from 'lucide-react';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Segmented } from '../ui/segmented.tsx';
import { themeTitles, themes } from '../state/theme-titles.ts';

const icons = { system: <Monitor aria-hidden />, light: <Sun aria-hidden />, dark: <Moon aria-hidden /> } as const;

/** How the window looks. */
export function Appearance() {
  const { settings, changeSettings } = useSession();
  const { theme } = useStore(settings);
  return (
    <section aria-labelledby="appearance-heading">
      <h2 id="appearance-heading">Appearance</h2>
      <div className="settings-row">
        <div>
          <p className="settings-row-title">Theme</p>
          <p className="settings-row-words">System follows the light or dark setting of this computer.</p>
        </div>
        <Segmented
          label="Theme"
          options={themes.map((value) => ({ value, label: themeTitles[value], icon: icons[value] }))}
          value={theme}
          onChange={(value) => {
            void changeSettings({ theme: value });
          }}
        />
      </div>
    </section>
  );
}
