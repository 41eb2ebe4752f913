import { CircleAlert } from 'lucide-react';
import { selectedProfile } from '../../electron/contract/selected-profile.ts';
import type { Mode } from '../../electron/contract/profile.ts';
import { describeConnection } from '../../electron/contract/connection-text.ts';
import { connectionText, modeTitles } from '../shared/labels.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import './mode-control.css';
import { hasCountdown, describeConnectionProblem } from '../../electron/contract/connection-path.ts';
import { useCurrentSecond } from './use-current-second.ts';

const modes = ['proxy', 'direct'] as const satisfies readonly Mode[];

/** The one control for the way in, with its state in words; leads to the connection screen. */
export function ModeControl({ onOpen }: { readonly onOpen: () => void }) {
  const { bridge, connection: store, attempt } = useSession();
  const connection = useStore(store);
  const now = useCurrentSecond(hasCountdown(connection));
  if (connection.state === 'starting') return <p className="mode-words">{connectionText(connection)}</p>;
  const chosen = selectedProfile(connection);
  const trouble = connection.state === 'ready' ? describeConnectionProblem(connection, now) : connectionText(connection);
  const words = trouble ?? (connection.state === 'ready' ? describeConnection(connection, now) : undefined);
  return (
    <div className="mode-control">
      {chosen !== null && (
        <>
          <span className="mode-profile" data-demo={chosen.profile.isDemo} title={chosen.profile.name}>
            {chosen.profile.name}
          </span>
          <SegmentedControl
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
