import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { SettingsSection } from './settings-section.tsx';

type Permission = NotificationPermission | 'unsupported';

const permissionTexts: Readonly<Record<Permission, string>> = {
  granted: 'Allowed. Causeway notifies you while this page is in the background.',
  denied: 'Blocked. Allow them in your browser’s settings for this page.',
  default: 'Not asked yet. Causeway notifies you only if you allow it.',
  unsupported: 'This browser doesn’t offer them here.',
};

/** What stands in a browser for the settings of the desktop program. */
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
