import { Monitor, Moon, Sun } from 'lucide-react';
import { themes } from '../../electron/contract/constants.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { themeTitles } from '../shared/theme-titles.ts';
import { ChoiceRow } from './choice-row.tsx';
import { SettingsSection } from './settings-section.tsx';

const icons = { system: <Monitor aria-hidden />, light: <Sun aria-hidden />, dark: <Moon aria-hidden /> } as const;

/** How the window looks. */
export function Appearance() {
  const { settings, changeSettings } = useSession();
  const { theme } = useStore(settings);
  return (
    <SettingsSection title="Appearance">
      <ChoiceRow
        label="Theme"
        words="System follows the light or dark setting of this computer."
        options={themes.map((value) => ({ value, label: themeTitles[value], icon: icons[value] }))}
        value={theme}
        onChange={(value) => {
          void changeSettings({ theme: value });
        }}
      />
    </SettingsSection>
  );
}
