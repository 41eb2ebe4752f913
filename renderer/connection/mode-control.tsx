import type { Mode } from '../../electron/contract/profile.ts';
import { connectionWords, modeTitles } from '../state/connection-words.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Segmented } from '../ui/segmented.tsx';
import './mode-control.css';
import { useNow } from './use-now.ts';
import { wayWords } from '../../electron/contract/way-words.ts';

const modes = ['proxy', 'direct'] as const satisfies readonly Mode[];

/** The one control for the way in, with its state in words; leads to the connection screen. */
export function ModeControl({ onOpen }: { readonly onOpen: () => void }) {
  const { bridge, connection: store, report } = useSession();
  const connection = useStore(store);
  const isCounting = connection.state === 'ready' && connection.tunnel?.state.kind === 'waiting-to-retry';
  const now = useNow(isCounting);
  if (connection.state !== 'ready') return <p className="mode-words">{connectionWords(connection)}</p>;
  return (
    <div className="mode-control">
      <span className="mode-profile" data-demo={connection.profile.isDemo}>
        {connection.profile.name}
      </span>
      <Segmented
        label="Way in"
        options={modes.map((mode) => ({ value: mode, label: modeTitles[mode] }))}
        value={connection.mode}
        onChange={(mode) => {
          void bridge.call('connection.setMode', { mode }).then((result) => result.ok || report(result.failure));
        }}
      />
      <button type="button" className="mode-words" onClick={onOpen}>
        <span className="visually-hidden">{modeTitles[connection.mode]}: </span>
        {wayWords(connection, now)}
      </button>
    </div>
  );
}
