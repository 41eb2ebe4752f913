import { CircleAlert } from 'lucide-react';
import { chosenOf } from '../../electron/contract/chosen.ts';
import type { Mode } from '../../electron/contract/profile.ts';
import { wayWords } from '../../electron/contract/way-words.ts';
import { connectionWords, modeTitles } from '../state/connection-words.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Segmented } from '../ui/segmented.tsx';
import './mode-control.css';
import { isCounting, troubleWords } from '../../electron/contract/stations.ts';
import { useNow } from './use-now.ts';

const modes = ['proxy', 'direct'] as const satisfies readonly Mode[];

/** The one control for the way in, with its state in words; leads to the connection screen. */
export function ModeControl({ onOpen }: { readonly onOpen: () => void }) {
  const { bridge, connection: store, attempt } = useSession();
  const connection = useStore(store);
  const now = useNow(isCounting(connection));
  if (connection.state === 'starting') return <p className="mode-words">{connectionWords(connection)}</p>;
  const chosen = chosenOf(connection);
  const trouble = connection.state === 'ready' ? troubleWords(connection, now) : connectionWords(connection);
  const words = trouble ?? (connection.state === 'ready' ? wayWords(connection, now) : undefined);
  return (
    <div className="mode-control">
      {chosen !== null && (
        <>
          <span className="mode-profile" data-demo={chosen.profile.isDemo} title={chosen.profile.name}>
            {chosen.profile.name}
          </span>
          <Segmented
            label="Way in"
            options={modes.map((mode) => ({ value: mode, label: modeTitles[mode] }))}
            value={chosen.mode}
            onChange={(mode) => {
              void attempt(bridge.call('connection.setMode', { mode }));
            }}
          />
        </>
      )}
      <button type="button" className="mode-words" data-trouble={trouble !== undefined} title={words} onClick={onOpen}>
        {trouble !== undefined && <CircleAlert aria-hidden />}
        {chosen !== null && <span className="visually-hidden">{modeTitles[chosen.mode]}: </span>}
        {words}
      </button>
    </div>
  );
}
