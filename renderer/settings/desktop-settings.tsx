import type { Settings } from '../../electron/contract/settings.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { SettingsSection } from './settings-section.tsx';

const onCloseOptions: readonly { readonly value: Settings['desktop']['onClose']; readonly label: string }[] = [
  { value: 'ask', label: 'Ask me' },
  { value: 'keep-running', label: 'Keep the tunnel and the local address running' },
  { value: 'quit', label: 'Quit' },
];

/** How the program lives beside other programs. */
export function DesktopSettings() {
  const { settings, changeSettings, info } = useSession();
  const { desktop } = useStore(settings);
  const change = (part: Partial<Settings['desktop']>): void => {
    void changeSettings({ desktop: { ...desktop, ...part } });
  };
  return (
    <SettingsSection title="Desktop">
      <Select
        label="Closing the window"
        options={onCloseOptions}
        value={desktop.onClose}
        onChange={(onClose) => {
          change({ onClose });
        }}
      />
      <Switch
        label="Start when I log in"
        description="Without a window: the tunnel and the local address are there, and the tray icon shows it."
        isOn={desktop.startsAtLogin}
        onChange={(startsAtLogin) => {
          change({ startsAtLogin });
        }}
      />
      {info.canUpdate === true && (
        <Switch
          label="Look for updates"
          description="They are checked against the developers’ signature, and installed only when you say so."
          isOn={desktop.looksForUpdates}
          onChange={(looksForUpdates) => {
            change({ looksForUpdates });
          }}
        />
      )}
    </SettingsSection>
  );
}
