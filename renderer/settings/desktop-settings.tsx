import { useState } from 'react';
import type { Settings } from '../../electron/contract/settings.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { SettingsSection } from './settings-section.tsx';
import { Button } from '../ui/button.tsx';

const onCloseOptions: readonly { readonly value: Settings['desktop']['onClose']; readonly label: string }[] = [
  { value: 'ask', label: 'Ask me' },
  { value: 'keep-running', label: 'Keep the tunnel and the local address running' },
  { value: 'quit', label: 'Quit' },
];

/** Settings of the desktop program. */
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

type Permission = NotificationPermission | 'unsupported';

const permissionTexts: Readonly<Record<Permission, string>> = {
  granted: 'Allowed. Causeway notifies you while this page is in the background.',
  denied: 'Blocked. Allow them in your browser’s settings for this page.',
  default: 'Not asked yet. Causeway notifies you only if you allow it.',
  unsupported: 'This browser doesn’t offer them here.',
};

/** Replaces `DesktopSettings` in a browser. */
export function BrowserSettings() {
  const [permission, setPermission] = useState<Permission>(currentPermission);
  const allow = async () => {
    await Notification.requestPermission();
    setPermission(currentPermission());
  };
  return (
    <SettingsSection title="Desktop">
      <p>The tray icon, starting at login and updates are part of the desktop program.</p>
      <div className="settings-row">
        <div>
          <p className="ui-field-label">Notifications</p>
          <p className="ui-field-description" aria-live="polite">
            {permissionTexts[permission]}
          </p>
        </div>
        {permission === 'default' && <Button onClick={() => void allow()}>Allow notifications</Button>}
      </div>
    </SettingsSection>
  );
}

function currentPermission(): Permission {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}
