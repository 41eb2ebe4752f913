import { useState } from 'react';
import type { Settings } from '../../electron/contract/settings.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/toggle.tsx';
import { SettingsRow, SettingsSection } from './settings-section.tsx';
import { settingsText } from './text.ts';
import { Button } from '../ui/button.tsx';

const onCloseOptions: readonly { readonly value: Settings['desktop']['onClose']; readonly label: string }[] = [
  { value: 'ask', label: settingsText.desktop.onClose.ask },
  { value: 'keep-running', label: settingsText.desktop.onClose.keepRunning },
  { value: 'quit', label: settingsText.desktop.onClose.quit },
];

/** Settings of the desktop program. */
export function DesktopSettings() {
  const { settings, changeSettings, info } = useSession();
  const text = settingsText.desktop;
  const { desktop } = useStore(settings);
  const change = (part: Partial<Settings['desktop']>): void => void changeSettings({ desktop: { ...desktop, ...part } });
  return (
    <SettingsSection name="desktop">
      <Select label={text.onClose.label} options={onCloseOptions} value={desktop.onClose} onChange={(onClose) => change({ onClose })} />
      <Switch
        label={text.startAtSignIn.label}
        description={text.startAtSignIn.hint}
        isOn={desktop.startsAtLogin}
        onChange={(startsAtLogin) => change({ startsAtLogin })}
      />
      {info.canUpdate === true && (
        <Switch
          label={text.updates.label}
          description={text.updates.hint}
          isOn={desktop.looksForUpdates}
          onChange={(looksForUpdates) => change({ looksForUpdates })}
        />
      )}
    </SettingsSection>
  );
}

type Permission = NotificationPermission | 'unsupported';

/** Replaces `DesktopSettings` in a browser. */
export function BrowserSettings() {
  const { notifications } = settingsText.browser;
  const [permission, setPermission] = useState<Permission>(currentPermission);
  const allow = async () => {
    await Notification.requestPermission();
    setPermission(currentPermission());
  };
  return (
    <SettingsSection name="browser" hint={settingsText.browser.desktopOnly}>
      <SettingsRow
        label={notifications.label}
        description={
          <p className="ui-field-description" aria-live="polite">
            {notifications.states[permission]}
          </p>
        }
      >
        {permission === 'default' && <Button onClick={() => void allow()}>{notifications.allow}</Button>}
      </SettingsRow>
    </SettingsSection>
  );
}

function currentPermission(): Permission {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}
