import { useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { DescriptionList } from '../ui/description-list.tsx';
import { SettingsSection } from './settings-section.tsx';

const platformNames: Readonly<Record<string, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };

/** What this program is, where it keeps things, and what to do when it misbehaves. */
export function About() {
  const { info, support } = useSession();
  const isDesktop = info.shell === 'desktop';
  const electron = `${info.electron}${info.isOfficialRuntime ? '' : ' (stand-in, not the official build)'}`;
  return (
    <SettingsSection title="This program">
      <DescriptionList
        facts={[
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
