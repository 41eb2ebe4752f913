import { useEffect, useState } from 'react';
import type { RouteOutput } from '../../electron/contract/routes.ts';
import { useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { DescriptionList } from '../ui/description-list.tsx';
import { SettingsRow, SettingsSection } from './settings-section.tsx';
import { settingsText } from './text.ts';

const platformNames: Readonly<Record<string, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };

/** Version, and actions for problem reports. */
export function About() {
  const { info, support } = useSession();
  const text = settingsText.about;
  const isDesktop = info.shell === 'desktop';
  const electron = info.isOfficialRuntime ? info.electron : text.developmentBuild(info.electron);
  return (
    <SettingsSection name="about">
      <DescriptionList
        items={[
          [text.version, info.version],
          isDesktop ? [text.electron, electron] : [text.runsIn, text.aBrowser],
          [text.platform, platformNames[info.platform] ?? info.platform],
        ]}
      />
      <SettingsRow label={text.report.label} description={<p className="ui-field-description">{text.report.hint}</p>}>
        <div className="settings-actions wrap">
          {isDesktop && <Button onClick={() => void support.showLogs()}>{text.showLogs}</Button>}
          <Button onClick={() => void support.saveDiagnostics()}>{text.saveSupportBundle}</Button>
        </div>
      </SettingsRow>
    </SettingsSection>
  );
}

/** Where the user's data is stored, so that it can be found, moved or deleted. */
export function DataLocations() {
  const { bridge, info, report } = useSession();
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
    <SettingsSection name="dataLocations">
      <DescriptionList
        items={[[settingsText.dataLocations.dataFolder, info.folders.data], ...locations.map(({ what, where }) => [what, where] as const)]}
      />
    </SettingsSection>
  );
}
