import { useEffect, useState } from 'react';
import type { RouteOutput } from '../../electron/contract/routes.ts';
import { useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { DescriptionList } from '../ui/description-list.tsx';
import { SettingsSection } from './settings-section.tsx';

const platformNames: Readonly<Record<string, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };

/** Version, folders, and actions for problem reports. */
export function About() {
  const { info, support } = useSession();
  const isDesktop = info.shell === 'desktop';
  const electron = `${info.electron}${info.isOfficialRuntime ? '' : ' (stand-in, not the official build)'}`;
  return (
    <SettingsSection title="This program">
      <DescriptionList
        items={[
          ['Version', info.version],
          isDesktop ? ['Electron', electron] : ['Runs in', 'a browser'],
          ['Platform', platformNames[info.platform] ?? info.platform],
          ['Data folder', <code key="data">{info.folders.data}</code>],
          ['Logs folder', <code key="logs">{info.folders.logs}</code>],
        ]}
      />
      <div className="settings-actions">
        {isDesktop && <Button onClick={() => void support.showLogs()}>Show logs</Button>}
        <Button onClick={() => void support.saveDiagnostics()}>Save diagnostics bundle…</Button>
      </div>
    </SettingsSection>
  );
}

/** Where the user's data is stored, so that it can be found, moved or deleted. */
export function DataLocations() {
  const { bridge, report } = useSession();
  const [locations, setLocations] = useState<RouteOutput<'app.places'>>([]);
  useEffect(() => {
    const controller = new AbortController();
    const read = async () => {
      const result = await bridge.call('app.places', undefined, { signal: controller.signal });
      if (result.ok) setLocations(result.value);
      else report(result.failure);
    };
    void read();
    return () => {
      controller.abort();
    };
  }, [bridge, report]);
  return (
    <SettingsSection title="Where are my data?" id="places-heading">
      <DescriptionList items={locations.map(({ what, where }) => [what, where])} />
    </SettingsSection>
  );
}
