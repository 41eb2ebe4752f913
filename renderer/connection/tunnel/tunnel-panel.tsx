import { RotateCw, Square } from 'lucide-react';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import { connectionStateText, describeTunnelProblem, describeTunnel } from '../../../electron/presentation/connection-text.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { ConnectionFailure, RemedyButton, type RemedyRunner } from '../remedies.tsx';
import { hasCountdown } from '../../../electron/presentation/connection-path.ts';
import { useCurrentSecond } from '../use-current-second.ts';
import '../path-and-tunnel.css';
import { TunnelActivityView } from './tunnel-activity.tsx';
import { connectionText } from '../text.ts';
import { tunnelText } from './text.ts';

/** State, activity and controls of the tunnel. */
export function TunnelPanel({
  connection,
  onAddInstance,
  onRemedy,
}: {
  readonly connection: ReadyConnection;
  readonly onAddInstance: () => void;
  readonly onRemedy: RemedyRunner;
}) {
  const { bridge, attempt } = useSession();
  const now = useCurrentSecond(hasCountdown(connection));
  const { tunnel, profile, direct } = connection;
  if (tunnel === null) {
    return (
      <EmptyState
        title={tunnelText.none.title}
        size="sm"
        actions={
          profile.isDemo ? undefined : (
            <Button variant="primary" onClick={onAddInstance}>
              {connectionText.addInstance}
            </Button>
          )
        }
      >
        {tunnelText.none.hint}
      </EmptyState>
    );
  }
  const failure = tunnel.state.kind === 'failed' || tunnel.state.kind === 'waiting-to-retry' ? tunnel.state.failure : undefined;
  return (
    <section aria-labelledby="tunnel-heading" className="connection-panel stack">
      <header className="connection-head row wrap">
        <div>
          <h2 id="tunnel-heading">{tunnelText.title(tunnel.instance)}</h2>
          <p className="muted small">{tunnelText.hint}</p>
          <p className="tunnel-text">{describeTunnelProblem(tunnel.state, now) ?? describeTunnel({ ...tunnel, earlierAnswers: 0 }, now)}</p>
          {tunnel.earlierAnswers > 0 && <p className="tunnel-text">{connectionStateText.earlierAnswers(tunnel.earlierAnswers)}</p>}
        </div>
        <div className="connection-actions row wrap">
          <Button icon={<RotateCw aria-hidden />} onClick={() => void attempt(bridge.call('tunnel.reconnect'))}>
            {tunnel.state.kind === 'stopped' || tunnel.state.kind === 'idle' ? tunnelText.start : tunnelText.reconnect}
          </Button>
          <Button
            icon={<Square aria-hidden />}
            isDisabled={tunnel.state.kind === 'stopped'}
            onClick={() => void attempt(bridge.call('tunnel.stop'))}
          >
            {tunnelText.stop}
          </Button>
        </div>
      </header>
      {failure !== undefined && (
        <ConnectionFailure failure={failure}>
          {failure.code === 'host-key-changed' && <RemedyButton action="confirm-new-instance" hasInstance onRemedy={onRemedy} />}
          {failure.reason === 'needs-system-ssh' && <RemedyButton action="use-system-ssh" hasInstance onRemedy={onRemedy} />}
        </ConnectionFailure>
      )}
      {!profile.isDemo && (
        <div className="tunnel-route row wrap">
          <span className="ui-field-label" aria-hidden>
            {tunnelText.route.label}
          </span>
          <SegmentedControl
            label={tunnelText.route.label}
            options={(['auto', 'tunnel', 'straight'] as const).map((value) => ({ value, label: tunnelText.route.options[value] }))}
            value={direct.wanted}
            onChange={(directRoute) => void attempt(bridge.call('profiles.change', { id: profile.id, change: { directRoute } }))}
          />
          <p>{direct.why}</p>
        </div>
      )}
      <TunnelActivityView />
    </section>
  );
}
