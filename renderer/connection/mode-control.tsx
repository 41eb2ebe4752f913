import { CircleAlert } from 'lucide-react';
import { selectedProfile, hasCountdown, describeConnectionProblem } from '../../electron/presentation/connection-path.ts';
import type { Mode } from '../../electron/contract/profile.ts';
import { describeConnection } from '../../electron/presentation/connection-text.ts';
import { describeConnectionState, modeTitles } from '../shared/labels.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { SegmentedControl } from '../ui/radio-group.tsx';
import './connection-screen.css';
import { connectionText } from './text.ts';
import { useCurrentSecond } from './use-current-second.ts';

const modes = ['proxy', 'direct'] as const satisfies readonly Mode[];

/** Switches the mode, shows the state of the connection, and leads to the connection screen. */
export function ModeControl({ onOpen }: { readonly onOpen: () => void }) {
  const { bridge, connection: store, attempt } = useSession();
  const connection = useStore(store);
  const now = useCurrentSecond(hasCountdown(connection));
  if (connection.state === 'starting') return <p className="mode-text muted">{describeConnectionState(connection)}</p>;
  const selected = selectedProfile(connection);
  const problem = connection.state === 'ready' ? describeConnectionProblem(connection, now) : describeConnectionState(connection);
  const text = problem ?? (connection.state === 'ready' ? describeConnection(connection, now) : undefined);
  return (
    <div className="mode-control row">
      {selected !== null && (
        <>
          <span className="mode-profile medium" data-demo={selected.profile.isDemo} title={selected.profile.name}>
            {selected.profile.name}
          </span>
          <SegmentedControl
            label={connectionText.mode.label}
            options={modes.map((mode) => ({ value: mode, label: modeTitles[mode] }))}
            value={selected.mode}
            onChange={(mode) => void attempt(bridge.call('connection.setMode', { mode }))}
          />
        </>
      )}
      <button type="button" className="mode-text muted" data-problem={problem !== undefined} title={text} onClick={onOpen}>
        {problem !== undefined && <CircleAlert aria-hidden />}
        {selected !== null && <span className="visually-hidden">{connectionText.mode.statePrefix(modeTitles[selected.mode])}</span>}
        {text}
      </button>
    </div>
  );
}
