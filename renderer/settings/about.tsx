import { useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';

/** What this program is, where it keeps things, and what to do when it misbehaves. */
export function About() {
  const { info, support } = useSession();
  const facts = [
    { term: 'Version', words: info.version },
    { term: 'Electron', words: `${info.electron}${info.isOfficialRuntime ? '' : ' (stand-in, not the official build)'}` },
    { term: 'Platform', words: platformNames[info.platform] ?? info.platform },
    { term: 'Data folder', words: info.folders.data, isPath: true },
    { term: 'Logs folder', words: info.folders.logs, isPath: true },
  ];
  return (
    <section aria-labelledby="about-heading">
      <h2 id="about-heading">This program</h2>
      <dl className="settings-facts">
        {facts.map(({ term, words, isPath }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{isPath === true ? <code>{words}</code> : words}</dd>
          </div>
        ))}
      </dl>
      <div className="settings-actions">
        <Button onClick={() => void support.showLogs()}>Show logs</Button>
        <Button onClick={() => void support.saveDiagnostics()}>Save diagnostics bundle…</Button>
      </div>
    </section>
  );
}

const platformNames: Readonly<Record<string, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };
