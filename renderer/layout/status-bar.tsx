import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../state/session.ts';
import './status-bar.css';

const standInText = 'Development runtime: this Electron is a stand-in, not the official build.';

/** The bar at the bottom of the window. */
export function StatusBar({ children }: { readonly children: ReactNode }) {
  const { info } = useSession();
  return (
    <footer className="status-bar">
      {children}
      {info.shell === 'desktop' && !info.isOfficialRuntime && (
        <p className="status-bar-caution" title={standInText}>
          <FlaskConical aria-hidden />
          <span>{standInText}</span>
        </p>
      )}
      <p className="status-bar-version">Causeway {info.version}</p>
    </footer>
  );
}
