import { FlaskConical, LoaderCircle, Unplug, Waypoints } from 'lucide-react';
import type { Connection } from '../../electron/contract/connection.ts';
import { connectionWords } from '../state/connection-words.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import './status-bar.css';

const connectionIcons = { starting: LoaderCircle, ready: Waypoints, failed: Unplug } as const satisfies Record<
  Connection['state'],
  unknown
>;

/** The window's foot: the state of things, in words. */
export function StatusBar() {
  const { info, connection: store } = useSession();
  const connection = useStore(store);
  const Icon = connectionIcons[connection.state];
  return (
    <footer className="status-bar">
      <p className="status-bar-connection" data-state={connection.state}>
        <Icon aria-hidden />
        {connectionWords(connection)}
      </p>
      {!info.isOfficialRuntime && (
        <p className="status-bar-caution">
          <FlaskConical aria-hidden />
          Development runtime: this Electron is a stand-in, not the official build.
        </p>
      )}
      <p className="status-bar-version">Causeway {info.version}</p>
    </footer>
  );
}
