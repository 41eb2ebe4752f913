import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../state/session.ts';
import './layout.css';
import { layoutText } from './text.ts';

/** The bar at the bottom of the window. */
export function StatusBar({ children }: { readonly children: ReactNode }) {
  const { info } = useSession();
  return (
    <footer className="status-bar row muted tiny">
      {children}
      {info.shell === 'desktop' && !info.isOfficialRuntime && (
        <p className="status-bar-caution row" title={layoutText.standIn}>
          <FlaskConical aria-hidden />
          <span>{layoutText.standIn}</span>
        </p>
      )}
      <p className="status-bar-version">{layoutText.version(info.version)}</p>
    </footer>
  );
}
